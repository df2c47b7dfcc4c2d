import { ApiError } from "@parlour/client";
import { describe, expect, it } from "vitest";
import {
  mapChannelErrorField,
  validateChannel,
  explainChannelError,
  type ChannelFormValues,
} from "./channel-form.ts";

const validValues: ChannelFormValues = {
  name: "Shop",
  endpoint_url: "https://shop.example/hook",
  append_public_id: true,
  chunked: false,
  operators: [1],
};

describe("the form of a chat API channel", () => {
  it("[CH-001] a missing or invalid input is named at its field", () => {
    expect(validateChannel(validValues)).toEqual({});
    expect(
      Object.keys(
        validateChannel({
          ...validValues,
          name: " ",
          endpoint_url: "ftp://shop.example",
          operators: [],
        }),
      ),
    ).toEqual(["name", "endpoint_url", "operators"]);
    expect(validateChannel({ ...validValues, name: "x".repeat(101) })).toHaveProperty("name");
    expect(validateChannel({ ...validValues, endpoint_url: "https://" })).toHaveProperty(
      "endpoint_url",
    );
  });
  it("[CORE-123] a refused private address is a fault of the endpoint, with what to do", () => {
    const error = new ApiError({
      code: "private_address",
      message: "10.0.0.1 is private.",
      status: 400,
    });
    expect(mapChannelErrorField(error)).toBe("endpoint_url");
    expect((explainChannelError(error) as ApiError).message).toContain("Allowed addresses");
  });
  it("[API-002] a fault inside a list belongs to the list, one of another field to none", () => {
    expect(
      mapChannelErrorField(
        new ApiError({ code: "invalid_request", message: "", status: 400, field: "operators.0" }),
      ),
    ).toBe("operators");
    expect(
      mapChannelErrorField(
        new ApiError({ code: "invalid_request", message: "", status: 400, field: "media_as" }),
      ),
    ).toBeNull();
  });
  it("[CH-070] a refusal about the channel id in the address belongs to its switch", () => {
    const error = new ApiError({
      code: "invalid_request",
      message: "",
      status: 400,
      field: "append_public_id",
    });
    expect(mapChannelErrorField(error)).toBe("append_public_id");
  });
});
