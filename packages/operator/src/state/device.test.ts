import { expect, test } from "vitest";
import { browserOf, deviceName } from "./device.ts";

const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const ipad = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";

test("[API-110] devices are named after their browser and system", () => {
  expect(deviceName(chrome, 0)).toBe("Chrome · Linux");
  expect(deviceName(`${chrome} Edg/140.0`.replace("X11; Linux x86_64", "Windows NT 10.0"), 0)).toBe("Edge · Windows");
  expect(deviceName("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", 5)).toBe("Firefox · Android");
  expect(deviceName(ipad, 0)).toBe("Safari · Mac");
  expect(deviceName(ipad, 5)).toBe("Safari · iPad");
  expect(deviceName("curl/8", 0)).toBe("Browser");
  expect(browserOf("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1")).toBe("ios");
});
