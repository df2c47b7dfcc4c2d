/**
 * The script `/widget.js`, whose element names the widget in the attribute `data-jv-id` (WG-230).
 * It loads the widget's own script, so pages of comparable services need no change.
 */
loadByAttribute(
  (document.currentScript as HTMLScriptElement | null) ??
    document.querySelector<HTMLScriptElement>("script[data-jv-id]"),
);

function loadByAttribute(element: HTMLScriptElement | null): void {
  const value = element?.dataset["jvId"] ?? "";
  // Pages append stray characters (WG-002).
  const id = /^[A-Za-z0-9]*/.exec(value.trim())?.[0] ?? "";
  if (element === null || id === "")
    return console.error("Parlour: the script element has no widget id in data-jv-id");
  const script = document.createElement("script");
  script.src = new URL(`/script/widget/${id}`, element.src).href;
  script.async = true;
  // A page's policy may allow scripts by nonce only (WG-004).
  script.nonce = element.nonce;
  script.onerror = () =>
    console.error(`Parlour: could not load the widget "${id}". Check data-jv-id and the network`);
  document.head.append(script);
}
