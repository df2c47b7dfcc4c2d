import { validateHours } from "../../hours/hours-form.ts";
import { t } from "../text.ts";
import {
  type WidgetFormValues,
  type FieldName,
  parseLines,
  parseList,
  isSiteOrigin,
} from "./widget-form.ts";

/** Returns the errors by field before anything is sent. The server validates again. */
export function validateWidget(values: WidgetFormValues): Partial<Record<FieldName, string>> {
  const hours = values.hours === null ? null : validateHours(values.hours);
  return {
    ...validateNumbers(values),
    ...validateLists(values),
    ...((values.name.trim() === "" || Array.from(values.name).length > 100) && {
      name: t("widget.name.missing"),
    }),
    ...(hours !== null && { hours }),
    ...(!/^#[0-9a-f]{6}$/i.test(values.accent) && { accent: t("widget.accent.wrong") }),
    ...(values.consent_url.trim() !== "" &&
      !isHttpUrl(values.consent_url.trim()) && { consent_url: t("widget.consent.wrong") }),
    ...(values.offline_enabled &&
      values.offline_email === "off" &&
      values.offline_phone === "off" && { offline_email: t("widget.offline.wrong") }),
  };
}

const isHttpUrl = (text: string): boolean => /^https?:\/\/./i.test(text) && URL.canParse(text);
const isWholeNumber = (text: string, max: number): boolean =>
  /^\d{1,5}$/.test(text.trim()) && Number(text) <= max;

function validateNumbers(values: WidgetFormValues): Partial<Record<FieldName, string>> {
  return {
    ...(!isWholeNumber(values.offset, 200) && { offset: t("widget.offset.wrong") }),
    ...(!isWholeNumber(values.offset_bottom, 200) && { offset_bottom: t("widget.offset.wrong") }),
    ...(!isWholeNumber(values.per_visit, 100) && { per_visit: t("widget.visit.wrong") }),
    ...(!isWholeNumber(values.after_close_min, 10_080) && {
      after_close_min: t("widget.close.wrong"),
    }),
  };
}

/** Validates the fields that hold several values. */
function validateLists(values: WidgetFormValues): Partial<Record<FieldName, string>> {
  const invalidSite = parseLines(values.origins).find((item) => !isSiteOrigin(item));
  const prefixes = parseList(values.prefixes);
  return {
    ...(values.operators.length === 0 && { operators: t("widget.operators.missing") }),
    ...(invalidSite !== undefined && { origins: t("widget.origins.wrong", { site: invalidSite }) }),
    ...(parseList(values.hidden_countries).some((item) => !/^[a-z]{2}$/i.test(item)) && {
      hidden_countries: t("widget.countries.wrong"),
    }),
    ...((prefixes.length === 0 ||
      prefixes.length > 5 ||
      prefixes.some((item) => !/^[A-Za-z$][A-Za-z0-9$]{0,30}$/.test(item))) && {
      prefixes: t("widget.prefixes.wrong"),
    }),
  };
}
