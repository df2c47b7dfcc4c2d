import { expect, it } from "vitest";
import { loadResponseContract } from "./response-contract.ts";

it("[API-385] the fixture of the service API refuses an answer that its description does not have", async () => {
  const contract = await loadResponseContract();
  const check = (url: string, status: number, body: unknown) => (): void =>
    contract.check("GET", url, { status, body });
  const tag = { id: 1, name: "vip", created_at: "2026-01-01T00:00:00.000Z", managed: false };

  expect(check("/api/v1/tags/1", 200, tag)).not.toThrow();
  expect(check("/api/v1/tags", 200, { items: [tag], next_cursor: null })).not.toThrow();
  expect(check("/api/v1/tags/1", 200, { ...tag, id: "1" })).toThrow("getTag 200 does not match");
  expect(check("/api/v1/tags/1", 404, { error: "not_found" })).toThrow("getTag 404 does not match");
  expect(check("/api/v1/tags/1", 418, {})).toThrow("getTag 418 is not in openapi.json");
  const file = (type: string) => (): void =>
    contract.check("GET", "/api/v1/media", { status: 200, body: "", type });
  expect(file("image/png")).not.toThrow();
  expect(file("text/html; charset=utf-8")).toThrow("getPicture 200 is text/html");
});
