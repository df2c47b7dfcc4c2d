import { ApiError } from "@parlour/client";
import { describe, expect, it } from "vitest";
import { channelFieldOf, checkChannel, explainChannel, type ChannelValues } from "./channel-form.ts";

const good: ChannelValues = {
  name: "Shop",
  endpoint_url: "https://shop.example/hook",
  append_public_id: true,
  chunked: false,
  operators: [1],
};

describe("the form of a chat API channel", () => {
  it("[CH-001] a missing or invalid input is named at its field", () => {
    expect(checkChannel(good)).toEqual({});
    expect(Object.keys(checkChannel({ ...good, name: " ", endpoint_url: "ftp://shop.example", operators: [] }))).toEqual([
      "name",
      "endpoint_url",
      "operators",
    ]);
    expect(checkChannel({ ...good, name: "x".repeat(101) })).toHaveProperty("name");
    expect(checkChannel({ ...good, endpoint_url: "https://" })).toHaveProperty("endpoint_url");
  });
  it("[CORE-123] a refused private address is a fault of the endpoint, with what to do", () => {
    const error = new ApiError({ code: "private_address", message: "10.0.0.1 is private.", status: 400 });
    expect(channelFieldOf(error)).toBe("endpoint_url");
    expect((explainChannel(error) as ApiError).message).toContain("Allowed addresses");
  });
  it("[API-002] a fault inside a list belongs to the list, one of another field to none", () => {
    expect(channelFieldOf(new ApiError({ code: "invalid_request", message: "", status: 400, field: "operators.0" }))).toBe("operators");
    expect(channelFieldOf(new ApiError({ code: "invalid_request", message: "", status: 400, field: "media_as" }))).toBeNull();
  });
  it("[CH-070] a refusal about the channel id in the address belongs to its switch", () => {
    const error = new ApiError({ code: "invalid_request", message: "", status: 400, field: "append_public_id" });
    expect(channelFieldOf(error)).toBe("append_public_id");
  });
});
