/**
 * Maximum number of times that a removed widget is inserted again. After that, the page is assumed
 * to remove it on purpose.
 */
const maxReattachments = 50;
const probe = "parlour-probe";

/**
 * Inserts the widget again when the page replaces its body or its whole document, as single-page
 * applications do (WG-004). The element is a sibling of the body, so it survives changes of the
 * body and is last in tab order. `onReturn`: the element was removed and inserted again.
 * `onErased`: in addition, the document lost all listeners (`document.open`). `onChange`: any
 * element was added or removed.
 */
export function reattachWhenRemoved(
  host: HTMLElement,
  {
    onReturn,
    onErased,
    onChange,
  }: Readonly<Record<"onReturn" | "onErased" | "onChange", () => void>>,
): Pick<MutationObserver, "disconnect"> {
  let reattachments = 0;
  let hasListeners = false;
  const onProbe = (): void => void (hasListeners = true);
  host.addEventListener(probe, onProbe);
  const attach = (): void => {
    observer.disconnect();
    if (!host.isConnected) document.documentElement.append(host);
    observer.observe(document, { childList: true, subtree: true, attributeFilter: ["id"] });
  };
  const observer = new MutationObserver(() => {
    onChange();
    if (host.isConnected || document.documentElement === null || ++reattachments > maxReattachments)
      return;
    attach();
    hasListeners = false;
    host.dispatchEvent(new Event(probe));
    (hasListeners ? onReturn : onErased)();
  });
  attach();
  return {
    disconnect() {
      observer.disconnect();
      host.removeEventListener(probe, onProbe);
    },
  };
}
