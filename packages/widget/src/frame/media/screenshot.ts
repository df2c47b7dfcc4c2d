/** Why there is no screenshot. `refused`: by the visitor. `blocked`: by the policy of the page. */
export type ScreenshotProblem = "refused" | "blocked" | "failed";

/** Largest screenshot in bytes. Less than files may have (CFG-030), for slow connections. */
export const maxScreenshotBytes = 4 * 1024 * 1024;

/** What Chromium knows besides: it offers the tab of the page first. */
interface CaptureOptions extends DisplayMediaStreamOptions {
  readonly preferCurrentTab: boolean;
  readonly selfBrowserSurface: "include";
  readonly controller: CaptureController | undefined;
}
interface CaptureController {
  readonly setFocusBehavior: (behavior: "no-focus-change") => void;
}

/**
 * Asks the visitor which tab, window or screen to show, and takes one picture of it. Nothing is
 * captured after that (WG-290). Must be called in a handler of a press.
 */
export async function takeScreenshot(): Promise<File | ScreenshotProblem> {
  if (isBlockedByPage()) return "blocked";
  try {
    return await encode(await captureFrame());
  } catch (error) {
    return error instanceof DOMException && error.name === "NotAllowedError" ? "refused" : "failed";
  }
}

/** Returns false in browsers that cannot tell. They have no such policy of pages. */
function isBlockedByPage(): boolean {
  const { featurePolicy } = document as {
    readonly featurePolicy?: { readonly allowsFeature: (name: string) => boolean };
  };
  return featurePolicy?.allowsFeature("display-capture") === false;
}

async function captureFrame(): Promise<OffscreenCanvas> {
  const stream = await navigator.mediaDevices.getDisplayMedia(createOptions());
  const tracks = stream.getTracks();
  try {
    const video = document.createElement("video");
    video.muted = true;
    video.srcObject = stream;
    // The visitor can end the capture before its first frame.
    const ended = new Promise<void>((resolve) => {
      for (const track of tracks) track.onended = () => resolve();
    });
    await Promise.race([video.play(), ended]);
    return draw(video, video.videoWidth, video.videoHeight);
  } finally {
    for (const track of tracks) track.stop();
  }
}

function createOptions(): CaptureOptions {
  const { CaptureController: Controller } = globalThis as {
    readonly CaptureController?: new () => CaptureController;
  };
  const controller = Controller === undefined ? undefined : new Controller();
  // Otherwise the browser changes to the chosen tab or window, away from the preview.
  controller?.setFocusBehavior("no-focus-change");
  return { video: true, preferCurrentTab: true, selfBrowserSurface: "include", controller };
}

/** Throws if the picture is empty. */
function draw(picture: CanvasImageSource, width: number, height: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, width, height);
  return canvas;
}

/** PNG keeps text sharp. A large picture becomes a JPEG, and smaller if that is not enough. */
async function encode(canvas: OffscreenCanvas): Promise<File> {
  const png = await canvas.convertToBlob();
  const isSmall = png.size <= maxScreenshotBytes;
  const blob = isSmall ? png : await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
  if (blob.size > maxScreenshotBytes)
    return encode(draw(canvas, Math.ceil(canvas.width / 2), Math.ceil(canvas.height / 2)));
  return new File([blob], isSmall ? "screenshot.png" : "screenshot.jpg", { type: blob.type });
}
