import { toObject, toText } from "../endpoints/received-request.ts";
import type { FormValues, LabFile } from "./panel.ts";

/** Reads the values of a form. A file is `{name, type, data}` with its bytes in base64. */
export function readFormValues(values: Readonly<Record<string, unknown>>): FormValues {
  return {
    text: (name) => toText(values[name]),
    file(name) {
      const file = toObject(values[name]);
      const { type, data } = file;
      return typeof data === "string" && data !== ""
        ? {
            name: toText(file["name"]) || "file",
            type: toText(type) || "application/octet-stream",
            bytes: Buffer.from(data, "base64"),
          }
        : null;
    },
  };
}

/** A picture of 8 × 8 pixels, for customers who choose none. */
export const samplePicture: LabFile = {
  name: "sample.png",
  type: "image/png",
  bytes: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAGUlEQVR42mO49vopd3YsJsmAVRRIMgxKHQBfrW8hnD1E9QAAAABJRU5ErkJggg==",
    "base64",
  ),
};
