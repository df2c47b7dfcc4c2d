/**
 * After this many re-insertions the widget stays removed, because the page removes it on purpose.
 */
const returnsMost = 50;
const probe = "parlour-probe";

/**
 * Puts the widget back when the page replaces its body or its whole document, as single-page
 * applications do (WG-004). The element is a sibling of the body, so it survives body changes and
 * is last in tab order. `onReturn`: it was removed and put back. `onErased`: also, the document
 * lost all listeners (`document.open`). `onChange`: any element was added or removed.
 */
export function keepInPage(
  host: HTMLElement,
  { onReturn, onErased, onChange }: Readonly<Record<"onReturn" | "onErased" | "onChange", () => void>>,
): Pick<MutationObserver, "disconnect"> {
  let returns = 0;
  let isHeard = false;
  const heard = (): void => void (isHeard = true);
  host.addEventListener(probe, heard);
  const attach = (): void => {
    watch.disconnect();
    if (!host.isConnected) document.documentElement.append(host);
    watch.observe(document, { childList: true, subtree: true, attributeFilter: ["id"] });
  };
  const watch = new MutationObserver(() => {
    onChange();
    if (host.isConnected || document.documentElement === null || ++returns > returnsMost) return;
    attach();
    isHeard = false;
    host.dispatchEvent(new Event(probe));
    (isHeard ? onReturn : onErased)();
  });
  attach();
  return {
    disconnect() {
      watch.disconnect();
      host.removeEventListener(probe, heard);
    },
  };
}
