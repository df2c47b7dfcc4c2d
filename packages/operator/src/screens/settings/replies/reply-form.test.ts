import { cannedReply } from "@parlour/protocol/settings/kinds/canned-reply";
import { expect, test } from "vitest";
import { listProblems, toBody, toFormValues, type FormValues } from "../kit/kind/form-values.ts";
import { findReplyErrors } from "./screen.tsx";

const { fields } = cannedReply;
const emptyValues = { ...toFormValues(fields, Object.keys(fields), null), scope: "account" };
const validValues = { ...emptyValues, shortcut: "refund", text: "Hello {visitor.name|there}" };
const listFaults = (values: FormValues): string[] => [
  ...listProblems(fields, values).map(({ name }) => name),
  ...Object.keys(findReplyErrors(values)),
];

test("[API-048] the form names faults before anything is sent", () => {
  expect(listFaults(validValues)).toEqual([]);
  expect(listFaults({ ...emptyValues, scope: "department" }).toSorted()).toEqual([
    "department_id",
    "shortcut",
    "text",
  ]);
  expect(
    listFaults({
      ...validValues,
      shortcut: "two words",
      text: "{who.knows}",
      language: "English",
      folder: "x".repeat(101),
    }).toSorted(),
  ).toEqual(["folder", "language", "shortcut", "text"]);
});

test("[API-048] what is sent: all of a new reply, else what changed; a department with its scope", () => {
  expect(toBody(fields, { ...validValues, shortcut: " refund " }, Object.keys(fields))).toEqual({
    shortcut: "refund",
    text: validValues.text,
    folder: "",
    language: "",
    scope: "account",
    department_id: null,
    for_agents: false,
  });
  const values = { ...validValues, scope: "department", department_id: 3 };
  expect(toBody(fields, values, ["scope", "department_id"])).toEqual({
    scope: "department",
    department_id: 3,
  });
  expect(toBody(fields, validValues, ["folder"])).toEqual({ folder: "" });
});
