// Sends the address of a game, or the picture of its result, through the phone's own menu, saves it, and copies addresses.
const SIZE = 1080;

// What chats and a phone's menu take is a PNG, drawn here from the picture at its address.
const drawn = async (address) => {
  const image = Object.assign(new Image(), { src: address });
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: SIZE, height: SIZE });
  canvas.getContext("2d").drawImage(image, 0, 0, SIZE, SIZE);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new File([blob], "result.png", { type: "image/png" });
};
// Drawn beforehand: a phone opens its menu only soon after the tap.
const pictures = new Map();
const pictureOf = (address) => {
  if (!pictures.has(address)) pictures.set(address, drawn(address).catch(() => null));
  return pictures.get(address);
};
const offer = () => {
  if (!navigator.share) return;
  for (const each of document.querySelectorAll("[data-share]")) {
    each.hidden = false;
    if (each.dataset.picture) pictureOf(each.dataset.picture);
  }
};
const send = async ({ dataset }) => {
  const url = new URL(dataset.share, location.href).href;
  const file = dataset.picture ? await pictureOf(dataset.picture) : null;
  const withPicture = { files: [file], text: url };
  const shared = file && navigator.canShare?.(withPicture) ? withPicture : { title: document.title, url };
  await navigator.share(shared).catch(() => {});
};
const save = async ({ href }) => {
  const file = await pictureOf(href);
  if (!file) return location.assign(href);
  Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name }).click();
};
// Over plain HTTP a browser copies only what is selected.
const copied = async (button) => {
  const box = button.previousElementSibling;
  box.select();
  const done = await (navigator.clipboard?.writeText(button.dataset.copy).then(() => true, () => false) ?? false);
  if (done || document.execCommand("copy")) button.textContent = button.dataset.copied;
};
document.addEventListener("click", (event) => {
  const { target } = event;
  const picture = target.closest?.("[href$='.svg']");
  const share = target.closest?.("[data-share]");
  const copy = target.closest?.("[data-copy]");
  if (picture) {
    event.preventDefault();
    save(picture);
  }
  if (share) send(share);
  if (copy) copied(copy);
});
document.addEventListener("htmx:after:swap", () => {
  pictures.clear();
  offer();
});
offer();
