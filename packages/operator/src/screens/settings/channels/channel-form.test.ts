import { ApiError } from "@parlour/client";
import { channel } from "@parlour/protocol/settings/kinds/channels/channel";
import { describe, expect, it } from "vitest";
import { explainPrivateAddress } from "../kit/form/outgoing-addresses.ts";
import { findErrorField, listProblems, type FormValues } from "../kit/kind/form-values.ts";

const { fields } = channel;
const validValues: FormValues = {
  name: "Shop",
  endpoint_url: "https://shop.example/hook",
  append_public_id: true,
  chunked: false,
  operators: [1],
};
const findInvalid = (values: FormValues) => listProblems(fields, values).map(({ name }) => name);
const mapErrorField = (error: { code: string; field?: string }) =>
  findErrorField(
    fields,
    Object.keys(validValues),
    new ApiError({ message: "", status: 400, ...error }),
  );

describe("the form of a chat API channel", () => {
  it("[CH-001] a missing or invalid input is named at its field", () => {
    expect(findInvalid(validValues)).toEqual([]);
    expect(
      findInvalid({
        ...validValues,
        name: " ",
        endpoint_url: "ftp://shop.example",
        operators: [],
      }),
    ).toEqual(["name", "endpoint_url", "operators"]);
    expect(findInvalid({ ...validValues, name: "x".repeat(101) })).toEqual(["name"]);
    expect(findInvalid({ ...validValues, endpoint_url: "https://" })).toEqual(["endpoint_url"]);
  });
  it("[CORE-123] a refused private address is a fault of the endpoint, with what to do", () => {
    expect(mapErrorField({ code: "private_address" })).toBe("endpoint_url");
    const error = new ApiError({
      code: "private_address",
      message: "10.0.0.1 is private.",
      status: 400,
    });
    expect((explainPrivateAddress(error) as ApiError).message).toBe(
      "This host is not public. Parlour sends nothing to it until the installation owner allows it under Settings → Installation → Allowed addresses.",
    );
  });
  it("[API-002] a fault inside a list belongs to the list, one of another field to none", () => {
    expect(mapErrorField({ code: "invalid_request", field: "operators.0" })).toBe("operators");
    expect(mapErrorField({ code: "invalid_request", field: "media_as" })).toBeNull();
  });
  it("[CH-070] a refusal about the channel id in the address belongs to its switch", () => {
    expect(mapErrorField({ code: "invalid_request", field: "append_public_id" })).toBe(
      "append_public_id",
    );
  });
});
