import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { Fragment } from "react";
import { api } from "../../../../state/api/api.ts";
import { useCurrentOperator } from "../../../../state/session.tsx";
import { textById } from "../../../../text/index.ts";
import { statusPollIntervalMs } from "../../../../state/api/queries.ts";
import { t } from "../../text.ts";
import { FormPage } from "../form/FormPage.tsx";
import { QueryPageBody } from "../resource/parts.tsx";
import { createToggleEntry, setEnabled } from "../resource/resource.ts";
import { useResourceMenu } from "../resource/use-resource-menu.tsx";
import { KindFields } from "./KindFields.tsx";
import { listSectionFields, type KindScreen, type StoredObject } from "./kind-screen.ts";
import { getKindLabels, useKindForm } from "./use-kind-form.ts";

export function KindPage<T extends StoredObject>({
  screen,
  id,
}: {
  screen: KindScreen<T>;
  id: number;
}) {
  const { kind, prefix, polls } = screen;
  const Provider = screen.provider ?? Fragment;
  const query = useQuery({
    queryKey: [kind.path, id],
    queryFn: () => api.get<T>(`/${kind.path}/${id}`),
    refetchInterval: polls === true && statusPollIntervalMs,
  });
  return (
    <QueryPageBody query={query} title={textById(`${prefix}.title`)}>
      {(stored) => (
        <Provider>
          <StoredForm screen={screen} stored={stored} />
        </Provider>
      )}
    </QueryPageBody>
  );
}

/** Renders the form of a new object of a kind. */
export function NewKindPage<T extends StoredObject>({ screen }: { screen: KindScreen<T> }) {
  const Provider = screen.provider ?? Fragment;
  return (
    <Provider>
      <NewForm screen={screen} />
    </Provider>
  );
}

function NewForm<T extends StoredObject>(props: { screen: KindScreen<T> }) {
  const { prefix, about, preview, sections, later = [], first } = props.screen;
  const shown = first
    ? [{ fields: first }]
    : sections.map((section) => ({
        ...section,
        fields: listSectionFields(section).filter((name) => !later.includes(name)),
      }));
  const screen = { ...props.screen, sections: shown };
  const form = useKindForm(screen, null);
  return (
    <FormPage
      title={textById(`${prefix}.new`)}
      about={about?.(null)}
      form={form}
      labels={getKindLabels(screen)}
      button={textById(`${prefix}.create`)}
      side={preview?.(form)}
    >
      <KindFields screen={screen} form={form} readOnly={false} />
    </FormPage>
  );
}

interface StoredProps<T extends StoredObject> {
  screen: KindScreen<T>;
  stored: T;
}

function StoredForm<T extends StoredObject>({ screen, stored }: StoredProps<T>) {
  const { about, tools, above, after, side, preview } = screen;
  const form = useKindForm(screen, stored);
  const { menu, dialog } = useKindMenu({ screen, stored });
  const me = useCurrentOperator();
  const readOnly = stored.managed ? t("page.managed") : (screen.readOnly?.(stored, me) ?? null);
  return (
    <>
      <FormPage
        title={getName(screen, stored)}
        about={about?.(stored)}
        form={form}
        labels={getKindLabels(screen)}
        readOnly={readOnly}
        tools={
          <>
            {tools?.(stored)}
            {readOnly === null && menu}
          </>
        }
        side={
          side?.(stored, form, () => void setEnabled(toToggleable({ screen, stored }), true)) ??
          preview?.(form)
        }
      >
        {above?.(stored)}
        <KindFields screen={screen} form={form} readOnly={readOnly !== null} stored={stored} />
        {after?.(stored)}
      </FormPage>
      {dialog}
    </>
  );
}

const getName = <T extends StoredObject>({ nameOf }: KindScreen<T>, stored: T): string =>
  nameOf?.(stored) ?? stored.name ?? "";

/** Returns the menu of an object with its dialog: switch on or off, delete. */
export function useKindMenu<T extends StoredObject>({ screen, stored }: StoredProps<T>) {
  const { kind, prefix, sections, entries, page = kind.path } = screen;
  const router = useRouter();
  const isField = sections.some((section) => listSectionFields(section).includes("enabled"));
  const canSwitch = kind.fields["enabled"] !== undefined && !isField;
  return useResourceMenu({
    label: t(canSwitch ? "page.more.switch" : "page.more"),
    deleteLabel: `${textById(`${prefix}.delete`)}…`,
    otherEntries: [
      ...(canSwitch ? [createToggleEntry(toToggleable({ screen, stored }))] : []),
      ...(entries?.(stored, router) ?? []),
    ],
    list: kind.path,
    page,
    id: stored.id,
    name: getName(screen, stored),
    text: textById(`${prefix}.delete.text`),
    button: textById(`${prefix}.delete`),
  });
}

function toToggleable<T extends StoredObject>({
  screen: { kind, prefix },
  stored,
}: StoredProps<T>) {
  const text = (id: string) => textById(`${prefix}.${id}`);
  return {
    list: kind.path,
    resource: { id: stored.id, enabled: stored.enabled === true },
    labels: {
      turnOn: text("turnon"),
      turnOff: text("turnoff"),
      turnedOn: text("turnedon"),
      turnedOff: text("turnedoff"),
    },
  };
}
