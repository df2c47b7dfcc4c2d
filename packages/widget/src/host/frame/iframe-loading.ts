/** Loads the page of the chat window into its iframe, and again until the chat window starts. */
export interface IframeLoading {
  readonly isLoaded: () => boolean;
  /** Loads the page, also if it was loaded before. */
  readonly reload: () => void;
  readonly scheduleRetry: () => void;
  /** Must be called when the chat window has said hello. */
  readonly onHello: () => void;
  readonly stop: () => void;
}
/**
 * If the iframe does not load (no network, server down), it is loaded again after 10 s. The delay
 * doubles up to 5 min.
 */
const minRetryDelayMs = 10_000;
const maxRetryDelayMs = 300_000;
/** Maximum time between the load event of the iframe and the hello of the chat window. */
const helloTimeoutMs = 2_000;

/** `onBlocked`: called when the iframe has loaded without the chat window. */
export function createIframeLoading(
  element: HTMLIFrameElement,
  url: string,
  onBlocked: () => void,
): IframeLoading {
  let retry = 0;
  let retryMs = minRetryDelayMs;
  let hasWindow = false;
  const isLoaded = (): boolean => element.src !== "";
  const stop = (): void => clearTimeout(retry);
  const reload = (): void => {
    hasWindow = false;
    element.src = url;
    scheduleRetry();
  };
  const scheduleRetry = (): void => {
    stop();
    retry = setTimeout(reload, retryMs);
    retryMs = Math.min(maxRetryDelayMs, retryMs * 2);
  };
  element.onload = () => setTimeout(() => isLoaded() && !hasWindow && onBlocked(), helloTimeoutMs);
  return {
    isLoaded,
    reload,
    scheduleRetry,
    onHello() {
      hasWindow = true;
      stop();
      retryMs = minRetryDelayMs;
    },
    stop,
  };
}
