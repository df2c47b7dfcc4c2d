import { expect, test } from "vitest";
import { toRequestBody, validateReply, createEmptyReply } from "./reply-form.ts";

const validValues = {
  ...createEmptyReply("account"),
  shortcut: "refund",
  text: "Hello {visitor.name|there}",
};

test("[API-048] the form names faults before anything is sent", () => {
  expect(validateReply(validValues)).toEqual({});
  expect(Object.keys(validateReply(createEmptyReply("department"))).toSorted()).toEqual([
    "department",
    "shortcut",
    "text",
  ]);
  expect(
    Object.keys(
      validateReply({
        ...validValues,
        shortcut: "two words",
        text: "{who.knows}",
        language: "English",
        folder: "x".repeat(101),
      }),
    ).toSorted(),
  ).toEqual(["folder", "language", "shortcut", "text"]);
});

test("[API-048] what is sent: all of a new reply, else what changed; a department with its scope", () => {
  expect(toRequestBody({ ...validValues, shortcut: " refund " }, null)).toEqual({
    shortcut: "refund",
    text: validValues.text,
    folder: "",
    language: "",
    scope: "account",
    department_id: null,
  });
  expect(
    toRequestBody({ ...validValues, scope: "department", department: "3" }, ["department"]),
  ).toEqual({
    scope: "department",
    department_id: 3,
  });
  expect(toRequestBody(validValues, ["folder"])).toEqual({ folder: "" });
});
