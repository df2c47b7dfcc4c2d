/** A page that keeps throwing the widget out gets its way. */
const returnsMost = 50;

/**
 * Single-page applications swap the body, and now and then the whole document (WG-004); what stands beside the body stays, and is last in tab order.
 * `onReturn`: it was thrown out and put back.
 */
export function keepInPage(host: HTMLElement, onReturn: () => void): Pick<MutationObserver, "disconnect"> {
  let returns = 0;
  const attach = (): void => {
    watch.disconnect();
    if (!host.isConnected) document.documentElement.append(host);
    watch.observe(document, { childList: true });
    watch.observe(document.documentElement, { childList: true });
  };
  const watch = new MutationObserver(() => {
    if (host.isConnected || document.documentElement === null || ++returns > returnsMost) return;
    attach();
    onReturn();
  });
  attach();
  return watch;
}
