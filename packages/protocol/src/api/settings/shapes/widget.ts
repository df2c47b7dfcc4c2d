import { Type, type Static } from "typebox";
import { WorkingHours } from "../../../entity/hours.ts";
import { createLanguageMap } from "../../../entity/widget/language-code.ts";
import { maxLogoBytes } from "../../../entity/widget/logo.ts";
import { widget } from "../../../settings/kinds/channels/widget.ts";
import type {
  FieldMode as Mode,
  WidgetSettings as Settings,
  WidgetSettingsPatch as Patch,
} from "../../../settings/widget-settings.ts";
import { createGroupSchema } from "./field-schemas.ts";
import { createListSchemas } from "./list-schemas.ts";

/** Schemas of site widgets (WG-090). Their fields are in `widget`. */

export { WidgetLanguageCode } from "../../../entity/widget/language-code.ts";

const text = (maximum: number) => Type.Optional(Type.String({ maxLength: maximum }));
export const WidgetTexts = Type.Object(
  {
    title: text(60),
    label: text(60),
    greeting: text(1000),
    offline: text(1000),
    call: text(1000),
    consent: text(1000),
  },
  { additionalProperties: false },
);
const Texts = createLanguageMap(WidgetTexts);
export const Logo = Type.String({
  pattern: "^data:image/(?:png|svg\\+xml);base64,[A-Za-z0-9+/]+={0,2}$",
  maxLength: 26 + Math.ceil(maxLogoBytes / 3) * 4,
});
const custom = {
  "widget.texts": { answer: Texts, sent: Texts },
  "widget.logo": { answer: Logo, sent: Logo },
  "widget.hours": { answer: WorkingHours, sent: WorkingHours },
};

const { fields } = widget.fields.widget;
/** Whether a form has a field. */
export const FieldMode = Type.Unsafe<Mode>({
  type: "string",
  enum: [...fields.contacts.fields.name.values],
});
export const WidgetSettings = Type.Unsafe<Settings>(
  createGroupSchema({ type: "group", fields }, "widget", custom),
);
export const WidgetSettingsPatch = Type.Unsafe<Patch>(
  createGroupSchema(widget.fields.widget, "widget", custom),
);

const { create, file } = createListSchemas(widget, {}, custom);
export type NewWidget = Static<typeof create> & { readonly kind: "widget" };
const { properties } = create as unknown as { readonly properties: object };
export const NewWidget = Type.Unsafe<NewWidget>({
  ...create,
  required: ["kind", "name", "operators"],
  properties: { kind: Type.Literal("widget"), ...properties },
});
export { file as WidgetChannelConfigFile };
