import type { Webhook } from "@parlour/protocol/api";
import { webhook } from "@parlour/protocol/settings/kinds/webhook";
import { isUrl } from "@parlour/protocol/settings/problems";
import { describe, expect, it } from "vitest";
import { listProblems, selectChoices, toBody, toFormValues } from "../kit/kind/form-values.ts";
import { webhookEventGroups } from "../../../state/webhook-events.ts";
import { getWebhookName } from "./webhook-name.ts";

const { fields } = webhook;
const validValues = {
  name: "",
  url: "https://crm.example",
  events: ["chat_accepted"],
  channels: null,
  departments: null,
  message_text: false,
  blocks: [],
  rating_wait_s: "60",
};

describe("webhook form", () => {
  it("[WH-001] [WH-002] takes http and https addresses as they are, no user names and nothing else", () => {
    expect(
      ["http://a", "https://crm.example:8443/x?y=1#z", "HTTPS://CRM.example/%7e"].map(isUrl),
    ).toEqual([true, true, true]);
    expect(
      [
        "",
        " https://a",
        "ftp://a",
        "https://",
        "https://u:p@crm.example/",
        "javascript:alert(1)",
      ].map(isUrl),
    ).toEqual(Array.from({ length: 6 }, () => false));
  });
  it("[WH-001] names every fault at once, and none in a whole form", () => {
    const errors = listProblems(fields, {
      name: "",
      url: "crm",
      events: [],
      channels: [],
      departments: [],
      message_text: false,
      blocks: [],
      rating_wait_s: "601",
    });
    expect(errors.map(({ name }) => name)).toEqual([
      "url",
      "events",
      "channels",
      "departments",
      "rating_wait_s",
    ]);
    expect(listProblems(fields, validValues)).toEqual([]);
  });
  it("[WH-001] the order in which the server names events makes no unsaved change", () => {
    const stored = {
      name: "CRM",
      rating_wait_s: 60,
      url: "u",
      channels: [9, 2],
      departments: [4, 3],
      message_text: true,
      events: ["offline_message", "chat_accepted"],
      blocks: [],
    } as unknown as Webhook;
    expect(toFormValues(fields, Object.keys(validValues), stored)).toEqual({
      name: "CRM",
      url: "u",
      channels: [2, 9],
      departments: [3, 4],
      message_text: true,
      events: ["chat_accepted", "offline_message"],
      blocks: [],
      rating_wait_s: "60",
    });
  });
  it("[WH-105] the form shows every event once, and a choice in one group keeps those of the others", () => {
    expect(Object.values(webhookEventGroups).flat().toSorted()).toEqual(
      fields.events.values.toSorted(),
    );
    expect(
      selectChoices(fields.events, {
        chosen: ["call_event", "message_created"],
        group: webhookEventGroups.messages,
        selected: ["offline_message"],
      }),
    ).toEqual(["call_event", "offline_message"]);
  });
  it("[WH-081] a webhook is shown by its name, else by its host, else by its whole address", () => {
    const getShownName = (name: string, url: string) => getWebhookName({ name, url });
    expect([
      getShownName("CRM", "https://a.example"),
      getShownName("", "https://crm.example:8443/x"),
      getShownName("", "garbage"),
    ]).toEqual(["CRM", "crm.example:8443", "garbage"]);
  });
  it("[WH-080] [WH-081] a request carries the name without spaces around it and the wait as a number", () => {
    expect(
      toBody(fields, { ...validValues, name: " CRM ", rating_wait_s: "20" }, [
        "name",
        "rating_wait_s",
      ]),
    ).toEqual({
      name: "CRM",
      rating_wait_s: 20,
    });
  });
});
