import { expect, test } from "vitest";
import { describeUserAgent, detectBrowser, describeDevice } from "./device.ts";

const chrome =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const ipad =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";

test("[API-110] devices are named after their browser and system", () => {
  expect(describeDevice(chrome, 0)).toBe("Chrome · Linux");
  expect(
    describeDevice(`${chrome} Edg/140.0`.replace("X11; Linux x86_64", "Windows NT 10.0"), 0),
  ).toBe("Edge · Windows");
  expect(
    describeDevice("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", 5),
  ).toBe("Firefox · Android");
  expect(describeDevice(ipad, 0)).toBe("Safari · Mac");
  expect(describeDevice(ipad, 5)).toBe("Safari · iPad");
  expect(describeDevice("curl/8", 0)).toBe("Browser");
  expect(
    detectBrowser(
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1",
    ),
  ).toBe("ios");
});

test("[CORE-149] a user agent is shown as browser and system, with the versions that it does not hide", () => {
  const firefox =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0";
  const phone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
  const galaxy =
    "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile";
  expect(describeUserAgent(firefox)).toBe("Firefox 141, Windows");
  expect(describeUserAgent(chrome)).toBe("Chrome 140, Linux");
  expect(describeUserAgent(`${chrome} Edg/140.0.3485.54`)).toBe("Edge 140, Linux");
  expect(describeUserAgent(`${chrome} OPR/122.0.0.0`)).toBe("Opera 122, Linux");
  expect(describeUserAgent(ipad)).toBe("Safari 18, macOS");
  expect(describeUserAgent(`${phone} Version/18.5 Mobile/15E148 Safari/604.1`)).toBe(
    "Safari 18, iOS 18",
  );
  expect(describeUserAgent(`${phone} CriOS/138.0.7204.119 Mobile/15E148 Safari/604.1`)).toBe(
    "Chrome 138, iOS 18",
  );
  expect(describeUserAgent(`${galaxy} Safari/537.36`)).toBe("Samsung Internet 27, Android 14");
  for (const odd of ["", "curl/8.5.0", "Mozilla/5.0", "Firefox"])
    expect(describeUserAgent(odd)).toBeNull();
});
