import { browserClock } from "../../clock.ts";

const timeoutMs = 5000;

/** Resolves with the seconds of an audio or video file. Null if unplayable, or after 5 s. */
export function readMediaDuration(file: Blob): Promise<number | null> {
  const url = URL.createObjectURL(file);
  const element = document.createElement("video");
  return new Promise<number | null>((resolve) => {
    const cancel = browserClock.after(timeoutMs, () => resolve(null));
    element.onloadedmetadata = () => {
      cancel();
      resolve(Number.isFinite(element.duration) && element.duration > 0 ? element.duration : null);
    };
    element.onerror = () => {
      cancel();
      resolve(null);
    };
    element.preload = "metadata";
    element.src = url;
  }).finally(() => {
    element.removeAttribute("src");
    URL.revokeObjectURL(url);
  });
}
