import type { SettingsCase } from "./settings-channels-fixture.ts";

/** Rows that the cases name. */
interface TeamIds {
  readonly channel: number;
  readonly department: number;
}

/** Returns the cases of operators (API-301) and of the block list (API-273). */
export const teamCases = (ids: () => TeamIds): readonly SettingsCase[] => [
  {
    path: "operators",
    table: "operator",
    parts: ["channel_operator", "department_operator"],
    smallest: () => ({ name: "Nina", email: "nina@acme.example", role: "operator" }),
    complete: () => ({
      name: "  Ivan ",
      email: " Ivan@acme.example ",
      role: "operator",
      phone: " +49 30 1234 ",
      photo: "https://acme.example/ivan.png",
      chat_limit: 3,
      channels: [ids().channel],
      departments: [ids().department],
      password: "seven wet umbrellas",
    }),
    changes: () => [
      { name: " Ivan P. " },
      { email: "ivan.p@acme.example" },
      { role: "admin" },
      { phone: "  " },
      { photo: null },
      { chat_limit: 0 },
      { channels: "all" },
      { channels: [] },
      { departments: [] },
      { active: true },
    ],
    refused: () => [
      {},
      { name: "  ", email: "new@acme.example", role: "operator" },
      { name: "x".repeat(101), email: "new@acme.example", role: "operator" },
      { name: "New", email: "nobody", role: "operator" },
      { name: "New", email: "NINA@acme.example", role: "operator" },
      { name: "New", email: "other@acme.example" },
      { name: "New", email: "new@acme.example", role: "boss" },
      { name: "New", email: "new@acme.example", role: "operator", phone: "x".repeat(65) },
      { name: "New", email: "new@acme.example", role: "operator", photo: "ftp://acme.example/a" },
      { name: "New", email: "new@acme.example", role: "operator", chat_limit: 1001 },
      { name: "New", email: "new@acme.example", role: "operator", channels: [999_999] },
      { name: "New", email: "new@acme.example", role: "viewer", channels: "all" },
      { name: "New", email: "new@acme.example", role: "operator", departments: [999_999] },
      { name: "New", email: "new@acme.example", role: "operator", password: "short" },
      { active: false },
    ],
  },
  {
    path: "blacklist",
    file: "block-list",
    table: "blacklist_entry",
    smallest: () => ({ kind: "email", value: "spam@shop.example" }),
    complete: () => ({
      kind: "customer",
      value: "u-17",
      channel_id: ids().channel,
      until: "2027-05-01T00:00:00.000Z",
      reason: "  Threats ",
    }),
    changes: () => [
      { until: null },
      { until: "2027-05-02T00:00:00.000Z" },
      { reason: " Spam " },
      { reason: "" },
      { lifted: false },
    ],
    refused: () => [
      {},
      { kind: "email", value: "nobody" },
      { kind: "email", value: "SPAM@shop.example" },
      { kind: "colour", value: "red" },
      { kind: "ip", value: "300.1.1.1" },
      { kind: "range", value: "192.0.2.0" },
      { kind: "country", value: "DEU" },
      { kind: "phone", value: "12" },
      { kind: "visitor", value: "999999" },
      { kind: "customer", value: "u-18" },
      { kind: "customer", value: "u-18", channel_id: 999_999 },
      { kind: "ip", value: "192.0.2.1", channel_id: ids().channel },
      { kind: "ip", value: "192.0.2.1", until: "2020-05-01T00:00:00.000Z" },
      { kind: "ip", value: "192.0.2.1", until: "soon" },
      { kind: "ip", value: "192.0.2.1", reason: "x".repeat(301) },
      { until: "2020-05-01T00:00:00.000Z" },
      { lifted: true },
    ],
  },
];
