const mostMs = 5000;

/** Seconds of a sound or film, as this browser plays it; null when it does not, or takes long to say. */
export function lengthOfMedia(file: Blob): Promise<number | null> {
  const url = URL.createObjectURL(file);
  const element = document.createElement("video");
  return new Promise<number | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), mostMs);
    element.onloadedmetadata = () => {
      clearTimeout(timer);
      resolve(Number.isFinite(element.duration) && element.duration > 0 ? element.duration : null);
    };
    element.onerror = () => {
      clearTimeout(timer);
      resolve(null);
    };
    element.preload = "metadata";
    element.src = url;
  }).finally(() => {
    element.removeAttribute("src");
    URL.revokeObjectURL(url);
  });
}
