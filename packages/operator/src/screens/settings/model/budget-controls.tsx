import type { ModelSettings } from "@parlour/protocol/api";
import type { Field } from "@parlour/protocol/settings/field";
import { TextField } from "../../../ui/Field.tsx";
import { ChangedLabel } from "../../../ui/form/ChangedLabel.tsx";
import { GroupError } from "../kit/form/CheckboxGroup.tsx";
import type { ControlProps } from "../kit/kind/controls.tsx";
import "./model.css";
import { t } from "./text.ts";

/** Edits a limit. An empty field has no limit. */
export function LimitControl({ form, name, label, hint, readOnly }: ControlProps<Field>) {
  return (
    <TextField
      label={
        <ChangedLabel form={form} name={name}>
          {label}
        </ChangedLabel>
      }
      hint={hint}
      name={name}
      inputMode="numeric"
      maxLength={13}
      autoComplete="off"
      value={(form.values[name] as string | null) ?? ""}
      error={form.errors[name]}
      readOnly={readOnly}
      onChange={({ target: { value } }) => form.set(name, value === "" ? null : value)}
    />
  );
}

type Prices = ModelSettings["prices"];
const priceNames = ["sent", "received", "embedded"] as const;
/** Prices as people type them: in the currency, not in hundredths. */
type PriceTexts = Readonly<Record<keyof Prices, string>>;

const toText = (price: number): string => (price / 100).toFixed(2);
const toHundredths = (text: string): number => Math.round(Number(text.replace(",", ".")) * 100);

/** Converts the prices between the settings and the form. */
export const pricesForm = {
  fields: ["prices.currency", "prices.sent", "prices.received", "prices.embedded"] as const,
  toForm: ({ prices }: ModelSettings): PriceTexts => ({
    currency: prices.currency,
    sent: toText(prices.sent),
    received: toText(prices.received),
    embedded: toText(prices.embedded),
  }),
  toSent: ({ currency, ...prices }: PriceTexts) => ({
    prices: {
      currency: currency.toUpperCase(),
      sent: toHundredths(prices.sent),
      received: toHundredths(prices.received),
      embedded: toHundredths(prices.embedded),
    },
  }),
  findError({ currency, ...prices }: PriceTexts): string | null {
    if (!/^[a-z]{3}$/i.test(currency)) return t("model.currency.wrong");
    return priceNames.every((name) => /^\d{1,6}(?:[.,]\d{1,2})?$/.test(prices[name].trim()))
      ? null
      : t("model.price.wrong");
  },
};

/** Edits the currency and the prices of a million tokens. */
export function PricesControl({ form, name, readOnly }: ControlProps<Field>) {
  const prices = form.values[name] as PriceTexts;
  const change = (changed: Partial<PriceTexts>) => form.set(name, { ...prices, ...changed });
  return (
    <div data-field={name} tabIndex={-1} className="prices">
      <TextField
        label={t("model.currency")}
        value={prices.currency}
        maxLength={3}
        autoComplete="off"
        spellCheck={false}
        readOnly={readOnly}
        onChange={({ target }) => change({ currency: target.value })}
      />
      {priceNames.map((price) => (
        <TextField
          key={price}
          label={t(`model.price.${price}`)}
          inputMode="decimal"
          value={prices[price]}
          maxLength={10}
          autoComplete="off"
          readOnly={readOnly}
          onChange={({ target }) => change({ [price]: target.value })}
        />
      ))}
      {form.errors[name] !== undefined && <GroupError>{form.errors[name]}</GroupError>}
    </div>
  );
}
