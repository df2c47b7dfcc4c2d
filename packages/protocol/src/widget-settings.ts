import { Type, type Static } from "typebox";
import { fileKinds, type FileKind } from "./file-kinds.ts";
import { WorkingHours } from "./hours.ts";
import { Id, Nullable } from "./scalar.ts";

/** Settings of a site widget (WG-090, CFG-021) and what of them its script carries. */

export { widgetLanguages, type WidgetLanguage } from "./languages.ts";
export { defaultWidgetSettings } from "./widget-defaults.ts";
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

/** The account's own words in one language; an absent one is ours. */
export const WidgetTexts = Type.Partial(
  Type.Object({
    title: Type.String({ maxLength: 60 }),
    /** Caption of the button; "" shows the picture alone. */
    label: Type.String({ maxLength: 60 }),
    greeting: Type.String({ maxLength: 1000 }),
    offline: Type.String({ maxLength: 1000 }),
    call: Type.String({ maxLength: 1000 }),
    consent: Type.String({ maxLength: 1000 }),
  }),
  { additionalProperties: false },
);
export type WidgetTexts = Static<typeof WidgetTexts>;

const FieldMode = Type.Union([Type.Literal("off"), Type.Literal("optional"), Type.Literal("required")]);
export type FieldMode = Static<typeof FieldMode>;
const Fields = { name: FieldMode, email: FieldMode, phone: FieldMode };

export const WidgetSettings = Type.Object(
  {
    /** WG-003. */
    prefixes: Type.Array(Type.String({ pattern: "^[A-Za-z$][A-Za-z0-9$]{0,30}$" }), { minItems: 1, maxItems: 5, uniqueItems: true }),
    /** WG-006: `https://shop.example`, `https://*.shop.example`; [] everywhere. */
    origins: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 50, uniqueItems: true }),
    accent: Type.String({ pattern: "^#[0-9A-Fa-f]{6}$" }),
    side: Type.Union([Type.Literal("right"), Type.Literal("left")]),
    /** Distance to the side of the page in CSS pixels, and to its lower edge. */
    offset: Type.Integer({ minimum: 0, maximum: 200 }),
    offset_bottom: Type.Integer({ minimum: 0, maximum: 200 }),
    /** Corners of the window and of bubbles in CSS pixels. */
    radius: Type.Integer({ minimum: 0, maximum: 24 }),
    /** `none`: no button is drawn, the page opens the window itself (WG-095). */
    launcher: Type.Union([Type.Literal("round"), Type.Literal("pill"), Type.Literal("none")]),
    /** The window's header: in the accent, or as the window's ground (WG-112). */
    header: Type.Union([Type.Literal("colour"), Type.Literal("plain")]),
    /** A square SVG or PNG of at most 8 KiB as a data URL; null: the first letter of the name. */
    logo: Nullable(Type.String({ pattern: "^data:image/(?:png|svg\\+xml);base64,[A-Za-z0-9+/]+={0,2}$", maxLength: 10_960 })),
    /** First names and pictures of the operators are shown before the chat (WG-113). */
    show_operators: Type.Boolean(),
    /** `page`: as the page's colour scheme. */
    scheme: Type.Union([Type.Literal("light"), Type.Literal("dark"), Type.Literal("page")]),
    /** null: the page's, else the browser's (WG-089). */
    language: Nullable(WidgetLanguageCode),
    texts: Type.Partial(Type.Record(WidgetLanguageCode, WidgetTexts), { additionalProperties: false }),
    /** Offered before the chat, in this order; [] none. */
    departments: Type.Array(Id, { maxItems: 50, uniqueItems: true }),
    /** Replace the account's (CORE-091); null: they do not. */
    hours: Nullable(WorkingHours),
    /** WG-080. `during`: offered beside the running chat; before it, it can be skipped unless a field is required. */
    contacts: Type.Object(
      { when: Type.Union([Type.Literal("off"), Type.Literal("before"), Type.Literal("during")]), ...Fields, description: FieldMode },
      { additionalProperties: false },
    ),
    /** The address behind the text `consent`, which is asked for in forms when it has one; null: none. */
    consent_url: Nullable(Type.String({ maxLength: 2048 })),
    offline: Type.Object({ enabled: Type.Boolean(), ...Fields }, { additionalProperties: false }),
    /** The call form; whether calls are possible now is the account's business (WG-062). */
    calls: Type.Boolean(),
    files: Type.Boolean(),
    /** CORE-167; [] every kind that is not refused. */
    file_kinds: Type.Array(Type.Unsafe<FileKind>(Type.Union(fileKinds.map((kind) => Type.Literal(kind)))), {
      maxItems: fileKinds.length,
      uniqueItems: true,
    }),
    rating: Type.Boolean(),
    sound: Type.Boolean(),
    transcript: Type.Boolean(),
    /** Operators see what is being typed; visitors are told so. */
    typing_preview: Type.Boolean(),
    /** WG-071. */
    open_on_reply: Type.Boolean(),
    /** The page's title tells of unread messages. */
    title_badge: Type.Boolean(),
    /** The teaser shows the words of a message, not only who sent it (WG-110). */
    teaser_text: Type.Boolean(),
    /** WH-026: `_ga` and `_ym_uid` of the page are read. */
    analytics_ids: Type.Boolean(),
    /** Not shown at all there: part of the address, ISO country, device. */
    hidden: Type.Object(
      {
        urls: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 50 }),
        countries: Type.Array(Type.String({ pattern: "^[A-Z]{2}$" }), { maxItems: 250 }),
        devices: Type.Array(Type.Union([Type.Literal("desktop"), Type.Literal("mobile"), Type.Literal("tablet")]), { maxItems: 3 }),
      },
      { additionalProperties: false },
    ),
    /** Caps of invitations by rule and operator: in one visit, and minutes after the visitor closed one. */
    invitations: Type.Object(
      { per_visit: Type.Integer({ minimum: 0, maximum: 100 }), after_close_min: Type.Integer({ minimum: 0, maximum: 10_080 }) },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type WidgetSettings = Static<typeof WidgetSettings>;
export const WidgetSettingsPatch = Type.Partial(WidgetSettings, { additionalProperties: false });
export type WidgetSettingsPatch = Static<typeof WidgetSettingsPatch>;

/**
 * What the script of a widget carries besides its code: everything that is public of the settings, once, so that the button is there without a
 * further request.
 */
export interface WidgetFace extends Omit<WidgetSettings, "hours" | "logo" | "file_kinds"> {
  /** Address of the logo; null: none. */
  readonly logo: string | null;
  readonly id: string;
  readonly name: string;
  /** For the picker of files; absent: every kind (CORE-167). */
  readonly accept?: string;
  /** Where the window, the socket and uploads are (CFG-012), without a slash at the end. */
  readonly base: string;
  /** setUserToken takes signed identities only (WG-047). */
  readonly signed?: boolean;
  /** Address of the window's own page. */
  readonly frame: string;
  /** The account's triggers for this widget, as WG-050 writes them. */
  readonly rules: readonly unknown[];
  /** Settings that are looked at before they are saved: the window dials nothing and answers itself. */
  readonly preview?: {
    readonly mode: "online" | "offline";
    readonly departments: readonly { readonly id: number; readonly name: string }[];
    /** Those of the widget, as the header shows them. */
    readonly operators?: readonly { readonly name: string; readonly photo: string }[];
  };
}

/** Posted by the settings page to `/widget-preview` in a frame, after that said `preview-ready`; it says `preview-shown` when all is drawn. */
export interface WidgetPreview {
  readonly type: "preview";
  readonly name: string;
  readonly settings: WidgetSettings;
  readonly departments: readonly { readonly id: number; readonly name: string }[];
  readonly operators: readonly { readonly name: string; readonly photo: string }[];
  readonly view: "label" | "chat" | "call" | "offline";
  /** The page's colour scheme. */
  readonly dark: boolean;
  /** Of the page. */
  readonly language: string;
}
