import { maxLogoBytes } from "./logo.ts";
import { Type, type Static } from "typebox";
import { fileKinds, type FileKind } from "../file-kinds.ts";
import { WorkingHours } from "../hours.ts";
import { Id, Nullable } from "../scalar.ts";

export const WidgetLanguageCode = Type.Union([
  Type.Literal("en"),
  Type.Literal("ru"),
  Type.Literal("es"),
  Type.Literal("ar"),
  Type.Literal("de"),
  Type.Literal("fr"),
  Type.Literal("pt"),
  Type.Literal("tr"),
  Type.Literal("uk"),
  Type.Literal("zh"),
]);

/** The account's own texts in one language. An absent text has its default. */
export const WidgetTexts = Type.Partial(
  Type.Object({
    title: Type.String({ maxLength: 60 }),
    label: Type.String({ maxLength: 60 }),
    greeting: Type.String({ maxLength: 1000 }),
    offline: Type.String({ maxLength: 1000 }),
    call: Type.String({ maxLength: 1000 }),
    consent: Type.String({ maxLength: 1000 }),
  }),
  { additionalProperties: false },
);
export type WidgetTexts = Static<typeof WidgetTexts>;

/** Whether a form has a field. */
export const FieldMode = Type.Union([
  Type.Literal("off"),
  Type.Literal("optional"),
  Type.Literal("required"),
]);
export type FieldMode = Static<typeof FieldMode>;
const Fields = { name: FieldMode, email: FieldMode, phone: FieldMode };

export const WidgetSettings = Type.Object(
  {
    /** Prefixes of the script API (WG-003). */
    prefixes: Type.Array(Type.String({ pattern: "^[A-Za-z$][A-Za-z0-9$]{0,30}$" }), {
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
    }),
    /**
     * Allowed sites (WG-006), such as `https://shop.example` or `https://*.shop.example`. An empty
     * list allows all sites.
     */
    origins: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
      maxItems: 50,
      uniqueItems: true,
    }),
    accent: Type.String({ pattern: "^#[0-9A-Fa-f]{6}$" }),
    side: Type.Union([Type.Literal("right"), Type.Literal("left")]),
    offset: Type.Integer({ minimum: 0, maximum: 200 }),
    offset_bottom: Type.Integer({ minimum: 0, maximum: 200 }),
    radius: Type.Integer({ minimum: 0, maximum: 24 }),
    /**
     * Form of the button. `none` means that there is no button, and the page opens the chat window
     * itself (WG-095).
     */
    launcher: Type.Union([Type.Literal("round"), Type.Literal("pill"), Type.Literal("none")]),
    /**
     * Background of the chat window's header: the accent colour or the background colour (WG-112).
     */
    header: Type.Union([Type.Literal("colour"), Type.Literal("plain")]),
    logo: Nullable(
      Type.String({
        pattern: "^data:image/(?:png|svg\\+xml);base64,[A-Za-z0-9+/]+={0,2}$",
        maxLength: 26 + Math.ceil(maxLogoBytes / 3) * 4,
      }),
    ),
    /** Whether first names and photos of operators are shown before the chat (WG-113). */
    show_operators: Type.Boolean(),
    scheme: Type.Union([Type.Literal("light"), Type.Literal("dark"), Type.Literal("page")]),
    /**
     * Language of the widget. Null selects the language of the page, or else of the browser
     * (WG-089).
     */
    language: Nullable(WidgetLanguageCode),
    texts: Type.Partial(Type.Record(WidgetLanguageCode, WidgetTexts), {
      additionalProperties: false,
    }),
    departments: Type.Array(Id, { maxItems: 50, uniqueItems: true }),
    /**
     * Working hours of the widget. They replace those of the account (CORE-091). If null, the
     * working hours of the account apply.
     */
    hours: Nullable(WorkingHours),
    /**
     * Contact form (WG-080). `during` shows the form next to the open chat. The form before the
     * chat can be skipped unless a field is required.
     */
    contacts: Type.Object(
      {
        when: Type.Union([Type.Literal("off"), Type.Literal("before"), Type.Literal("during")]),
        ...Fields,
        description: FieldMode,
      },
      { additionalProperties: false },
    ),
    consent_url: Nullable(Type.String({ maxLength: 2048 })),
    offline: Type.Object({ enabled: Type.Boolean(), ...Fields }, { additionalProperties: false }),
    /**
     * Whether the call form is shown. The account's settings decide whether calls are currently
     * possible (WG-062).
     */
    calls: Type.Boolean(),
    files: Type.Boolean(),
    /**
     * Permitted kinds of files (CORE-167). An empty list permits every kind that is not refused in
     * general.
     */
    file_kinds: Type.Array(
      Type.Unsafe<FileKind>(Type.Union(fileKinds.map((kind) => Type.Literal(kind)))),
      {
        maxItems: fileKinds.length,
        uniqueItems: true,
      },
    ),
    rating: Type.Boolean(),
    sound: Type.Boolean(),
    transcript: Type.Boolean(),
    typing_preview: Type.Boolean(),
    /** Whether the chat window opens when an operator replies (WG-071). */
    open_on_reply: Type.Boolean(),
    title_badge: Type.Boolean(),
    /** Whether the teaser shows the text of a message and not only its author (WG-110). */
    teaser_text: Type.Boolean(),
    /** Whether the widget reads the cookies `_ga` and `_ym_uid` of the page (WH-026). */
    analytics_ids: Type.Boolean(),
    hidden: Type.Object(
      {
        urls: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 50 }),
        countries: Type.Array(Type.String({ pattern: "^[A-Z]{2}$" }), { maxItems: 250 }),
        devices: Type.Array(
          Type.Union([Type.Literal("desktop"), Type.Literal("mobile"), Type.Literal("tablet")]),
          { maxItems: 3 },
        ),
      },
      { additionalProperties: false },
    ),
    invitations: Type.Object(
      {
        per_visit: Type.Integer({ minimum: 0, maximum: 100 }),
        after_close_min: Type.Integer({ minimum: 0, maximum: 10_080 }),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type WidgetSettings = Static<typeof WidgetSettings>;
export const WidgetSettingsPatch = Type.Partial(WidgetSettings, { additionalProperties: false });
export type WidgetSettingsPatch = Static<typeof WidgetSettingsPatch>;
