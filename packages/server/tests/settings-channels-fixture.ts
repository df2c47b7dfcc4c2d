import type { TestAccount } from "./api-fixture.ts";

/** One kind of settings: bodies that the test sends. */
export interface SettingsCase {
  readonly path: string;
  /** Name of the fixture. Absent: the path. */
  readonly file?: string;
  readonly table: string;
  /** Tables with more rows of one object, by its id. */
  readonly parts?: readonly string[];
  readonly smallest: () => object;
  readonly complete: () => object;
  /** Each is sent alone to the complete object. Absent: it cannot be changed. */
  readonly changes?: () => readonly object[];
  /** Bodies that are refused, at creation and as a change. */
  readonly refused: () => readonly object[];
}

const endpoint_url = "https://shop.example/in";
const off = { name: "off", email: "off", phone: "off" };
const week = { mon: ["09:00-18:00"] };

/** Returns the cases of channels of the chat API (CH-001) and of site widgets (WG-090). */
export const channelCases = (
  ids: () => { readonly account: TestAccount; readonly department: number },
): readonly SettingsCase[] => [
  {
    path: "channels",
    table: "channel",
    parts: ["channel_operator"],
    smallest: () => ({ name: "App", endpoint_url, operators: [ids().account.ids.operator] }),
    complete: () => ({
      kind: "api",
      name: "  Lost parcels ",
      endpoint_url: `${endpoint_url}?key=1`,
      chunked: true,
      append_public_id: false,
      media_as: "text with link",
      message_changes: true,
      bot_available: true,
      enabled: false,
      operators: [ids().account.ids.operator, ids().account.ids.admin],
    }),
    changes: () => [
      { name: " Found parcels " },
      { endpoint_url: "https://shop.example/other" },
      { chunked: false },
      { append_public_id: true },
      { media_as: "media objects" },
      { message_changes: false },
      { bot_available: false },
      { enabled: true },
      { operators: [ids().account.ids.owner] },
      { name: "Parcels", chunked: true },
    ],
    refused: () => {
      const body = { name: "New", endpoint_url, operators: [ids().account.ids.operator] };
      return [
        {},
        { name: "  ", endpoint_url, operators: [ids().account.ids.operator] },
        { ...body, name: "x".repeat(101) },
        { ...body, endpoint_url: "" },
        { ...body, endpoint_url: "shop.example" },
        { ...body, endpoint_url: ` ${endpoint_url}` },
        { ...body, endpoint_url: "https://us:pw@shop.example/in" },
        { ...body, chunked: "yes" },
        { ...body, media_as: "pictures" },
        { ...body, operators: [] },
        { ...body, operators: [999_999] },
        { ...body, public_id: "AbCdEf1234" },
        { ...body, secret: "whsec_mine" },
        { ...body, widget: {} },
        { ...body, kind: "widget" },
        { ...body, kind: "pigeon" },
      ];
    },
  },
  {
    path: "channels",
    file: "widgets",
    table: "channel",
    parts: ["channel_operator"],
    smallest: () => ({ kind: "widget", name: "Site", operators: [ids().account.ids.operator] }),
    complete: () => ({
      kind: "widget",
      name: "  Shop ",
      operators: [ids().account.ids.operator],
      enabled: false,
      widget: {
        prefixes: ["shop"],
        origins: ["https://Shop.example/", "https://*.shop.example"],
        accent: "#abcdef",
        departments: [ids().department],
        hours: { timezone: "Europe/Paris", week },
        texts: { en: { title: "Hello" } },
      },
    }),
    changes: () => [
      { name: "Shop two" },
      { enabled: true },
      { operators: [ids().account.ids.owner] },
      ...[
        { side: "left", offset: 0, offset_bottom: 200, radius: 0 },
        { launcher: "none", header: "plain", scheme: "dark", language: "ru" },
        { texts: { ru: { label: "" } }, departments: [], hours: null },
        { contacts: { ...off, when: "before", description: "required" } },
        { offline: { ...off, enabled: false }, consent_url: "https://shop.example/privacy" },
        { hidden: { urls: ["/cart"], countries: ["FR"], devices: ["mobile"] } },
        { invitations: { per_visit: 100, after_close_min: 10_080 }, file_kinds: ["picture"] },
        { calls: true, files: false, rating: false, sound: false, transcript: false },
        { typing_preview: true, open_on_reply: true, title_badge: true, teaser_text: false },
        { analytics_ids: true, show_operators: false, voice: true },
        { contact_fields: ["plan", "company"], offline_fields: ["plan"] },
      ].map((widget) => ({ widget })),
    ],
    refused: () => {
      const body = { kind: "widget", name: "New", operators: [ids().account.ids.operator] };
      return [
        { kind: "widget", name: "New" },
        { ...body, name: " " },
        { ...body, operators: [] },
        { ...body, endpoint_url },
        ...[
          { prefixes: [] },
          { prefixes: ["1"] },
          { origins: ["shop.example"] },
          { accent: "red" },
          { side: "top" },
          { offset: 201 },
          { radius: -1 },
          { logo: "data:image/png;base64,AAAA" },
          { language: "xx" },
          { texts: { en: { title: "x".repeat(61) } } },
          { texts: { xx: {} } },
          { departments: [999_999] },
          { hours: { timezone: "Europe/Nowhere", week } },
          { contacts: { when: "before" } },
          { contacts: { ...off, when: "never", description: "off" } },
          { consent_url: "shop.example" },
          { offline: { ...off, enabled: true } },
          { file_kinds: ["shoes"] },
          { hidden: { urls: [], countries: ["fr"], devices: [] } },
          { invitations: { per_visit: 101, after_close_min: 0 } },
          { color: "#123456" },
        ].map((widget) => ({ ...body, widget })),
      ];
    },
  },
];
