// Times of an event are those of the place where it is made, unless somebody says otherwise.
for (const field of document.querySelectorAll("input[data-zone]"))
  if (field.value === field.defaultValue) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || field.value;
