import { afterEach, expect, test, vi } from "vitest";
import { maxScreenshotBytes, takeScreenshot } from "./screenshot.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

interface FakeScreen {
  /** Name of the error with which the browser answers, or null if the visitor agrees. */
  readonly error?: string;
  readonly isBlocked?: boolean;
  /** Size of the picture in pixels. */
  readonly size?: readonly [number, number];
  /** Bytes of one pixel in each type. */
  readonly pixelBytes?: Readonly<Record<string, number>>;
  /** The capture ends before its first frame. */
  readonly isEnded?: boolean;
}
/** Gives the page a browser that captures a screen. */
function stubScreen({ size = [4, 3], pixelBytes = {}, ...screen }: FakeScreen) {
  const tracks = [
    { isLive: true, stop: () => undefined as void, onended: () => undefined as void },
  ];
  const [track] = tracks as [(typeof tracks)[number]];
  track.stop = () => void (track.isLive = false);
  const questions: object[] = [];
  const getDisplayMedia = (options: object) => {
    questions.push(options);
    return screen.error === undefined
      ? Promise.resolve({ getTracks: () => tracks })
      : Promise.reject(new DOMException("no screen", screen.error));
  };
  vi.stubGlobal("navigator", { mediaDevices: { getDisplayMedia } });
  vi.stubGlobal("document", {
    featurePolicy: { allowsFeature: () => screen.isBlocked !== true },
    createElement: () => ({
      videoWidth: screen.isEnded === true ? 0 : size[0],
      videoHeight: size[1],
      play() {
        if (screen.isEnded !== true) return Promise.resolve();
        track.onended();
        return new Promise(() => undefined);
      },
    }),
  });
  const drawn: boolean[] = [];
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      readonly width: number;
      readonly height: number;
      constructor(width: number, height: number) {
        this.width = width;
        this.height = height;
      }
      getContext = () => ({ drawImage: () => drawn.push(track.isLive) });
      convertToBlob({ type = "image/png" }: { readonly type?: string } = {}) {
        const bytes = this.width * this.height * (pixelBytes[type] ?? 1);
        if (bytes === 0) return Promise.reject(new DOMException("empty", "IndexSizeError"));
        return Promise.resolve(new Blob([new Uint8Array(bytes)], { type }));
      }
    },
  );
  return { questions, drawn, isLive: () => track.isLive };
}

test("[WG-290] one frame is drawn while the capture runs, which then ends; the browser offers the tab of the page first", async () => {
  const screen = stubScreen({});
  const file = (await takeScreenshot()) as File;
  expect([file.name, file.type, file.size]).toEqual(["screenshot.png", "image/png", 12]);
  expect([screen.drawn, screen.isLive()]).toEqual([[true], false]);
  expect(screen.questions).toMatchObject([
    { video: true, preferCurrentTab: true, selfBrowserSurface: "include" },
  ]);
});

test("[WG-290] the browser stays on the page of the preview", async () => {
  stubScreen({});
  const behaviors: string[] = [];
  vi.stubGlobal(
    "CaptureController",
    class {
      setFocusBehavior = (behavior: string) => behaviors.push(behavior);
    },
  );
  await takeScreenshot();
  expect(behaviors).toEqual(["no-focus-change"]);
});

test("[WG-290] a large picture becomes a JPEG, and one that is still too large gets smaller", async () => {
  const bytes = { "image/png": 3, "image/jpeg": 1 };
  const pixels = maxScreenshotBytes / 1024;
  const files: File[] = [];
  for (const width of [1024 / 4, 1024, 1025]) {
    stubScreen({ size: [width, pixels], pixelBytes: bytes });
    files.push((await takeScreenshot()) as File);
  }
  expect(files.map(({ name, type, size }) => [name, type, size])).toEqual([
    ["screenshot.png", "image/png", 256 * 3 * pixels],
    ["screenshot.jpg", "image/jpeg", maxScreenshotBytes],
    ["screenshot.png", "image/png", (513 * pixels * 3) / 2],
  ]);
});

test("[WG-290] the visitor can refuse, the page can forbid it, and the browser can fail", async () => {
  const results = [];
  const screens: FakeScreen[] = [
    { error: "NotAllowedError" },
    { isBlocked: true },
    { error: "NotReadableError" },
    { isEnded: true },
  ];
  for (const one of screens) {
    const screen = stubScreen(one);
    results.push([await takeScreenshot(), screen.questions.length]);
  }
  expect(results).toEqual([
    ["refused", 1],
    ["blocked", 0],
    ["failed", 1],
    ["failed", 1],
  ]);
});
