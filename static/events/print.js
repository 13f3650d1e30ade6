// A button that opens the browser's own way of printing.
document.querySelector("[data-print]")?.addEventListener("click", () => window.print());
