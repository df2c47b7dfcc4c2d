import type { HelpCenter } from "@parlour/protocol/api";
import type { Field } from "@parlour/protocol/settings/field";
import { helpCenter, type HelpLink } from "@parlour/protocol/settings/kinds/account/help-center";
import { IconExternalLink } from "@tabler/icons-react";
import { Icon } from "../../../ui/Icon.tsx";
import type { Form } from "../../../ui/form/use-form.ts";
import { FormTextArea } from "../kit/form/form-fields.tsx";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import type { ControlProps } from "../kit/kind/controls.tsx";
import { singleScreen } from "../kit/kind/single-screen.ts";
import { LogoField } from "../kit/controls/LogoField.tsx";
import { colorNames, ColorsField } from "./ColorsField.tsx";
import { t } from "./text.ts";

/** Settings → Help centre (HELP-010). */
export const helpCenterScreen = singleScreen<HelpCenter>()({
  kind: helpCenter,
  prefix: "helpcentre",
  t,
  // The id of the field's own name is that of the page's title.
  getLabelId: (name) => `helpcentre.${name === "title" ? "name" : name}`,
  labels: colorNames.map((name) => ({
    label: `helpcentre.color.${name}` as const,
    group: "helpcentre.group.look" as const,
  })),
  sections: [
    { id: "pages", fields: ["enabled", "title", "languages", "host", "index"] },
    { id: "look", fields: ["colors", "logo", "logo_dark"] },
    { id: "more", fields: ["links", "chat_widget_id", "in_window"] },
  ],
  joined: {
    colors: {
      fields: ["colors", ...colorNames.map((name) => `colors.${name}` as const)],
      toForm: ({ colors }: HelpCenter) => colors,
      toSent: (colors: HelpCenter["colors"]) => ({ colors }),
      findError: () => null,
    },
  },
  controls: {
    colors: ColorsField,
    logo: LogoField,
    logo_dark: LogoField,
    links: (props) => <FormTextArea {...bindText(props)} rows={3} dir="auto" />,
  },
  custom: {
    links: {
      toForm: (links: readonly HelpLink[]) =>
        links.map(({ label, url }) => `${label} ${url}`).join("\n"),
      toSent: splitLinks,
      findError: (text: string) =>
        splitLinks(text).every(({ label, url }) => label !== "" && isAddress.test(url))
          ? null
          : t("helpcentre.links.wrong"),
    },
  },
  side: (_values, _form, { url }) =>
    url !== null && (
      <SideCard id="help-page" title={t("helpcentre.open.title")}>
        <a className="btn" href={url} target="_blank" rel="noreferrer">
          <Icon of={IconExternalLink} />
          {t("helpcentre.open")}
        </a>
      </SideCard>
    ),
});

const isAddress = /^(?:https?:\/\/|mailto:|tel:|\/)\S+$/;

/** Reads a link per line: the label, and the address as the last word. */
function splitLinks(text: string): HelpLink[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const words = line.split(/\s+/);
      return { label: words.slice(0, -1).join(" "), url: words.at(-1) ?? "" };
    });
}

const bindText = ({ form, name, label, hint, readOnly }: ControlProps<Field>) => ({
  form: form as unknown as Form<Record<string, string>>,
  name,
  label,
  hint,
  readOnly,
});
