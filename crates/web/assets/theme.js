// Before the first paint, so that a dark room never flashes white. The app takes over from here.
(() => {
  let text = "";
  try { text = localStorage.getItem("skep-settings") ?? ""; } catch { /* storage is off: defaults */ }
  const read = (key) => text.match(new RegExp(`^${key}=(.*)$`, "m"))?.[1];
  const theme = read("theme") ?? "system";
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = theme === "system" ? (dark ? "dark" : "light") : theme;
  if (read("color-safe") === "yes") document.documentElement.dataset.palette = "safe";
})();
