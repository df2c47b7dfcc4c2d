import { toFormName, type ConnectorFormValues } from "./connector-form.ts";
import type { KindScreen } from "./kind-screen.ts";
import { t } from "./text.ts";

export const getConnectorLabels = ({
  fields,
}: Pick<KindScreen, "fields">): Readonly<Record<keyof ConnectorFormValues, string>> => ({
  name: t("connector.name"),
  operators: t("connector.operators"),
  ...Object.fromEntries(fields.map((field) => [toFormName(field.name), field.label()])),
});
