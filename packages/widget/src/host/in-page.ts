/** A page that keeps throwing the widget out gets its way. */
const returnsMost = 50;
const probe = "parlour-probe";

/**
 * Single-page applications swap the body, and now and then the whole document (WG-004); what stands beside the body stays, and is last in tab order.
 * `onReturn`: it was removed and put back. `onErased`: as well, and the document removed all listeners (`document.open`). `onChange`: any element came or went.
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
