import type { IconTag } from "@tabler/icons-react";
import type { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Operator } from "@parlour/protocol";
import type { Field, Fields } from "@parlour/protocol/settings/field";
import type { ListKind } from "@parlour/protocol/settings/kind";
import { flattenFields } from "@parlour/protocol/settings/paths";
import type { TextFunction } from "../../../../text/index.ts";
import type { ResourceList } from "../resource/resource.ts";
import type { ResourceColumn } from "../resource/ResourceTable.tsx";
import type { MenuEntry } from "../resource/use-resource-menu.tsx";
import type { SettingField } from "../setting-field.ts";
import type { ControlProps, OwnControl } from "./controls.tsx";
import type { Form } from "../../../../ui/form/use-form.ts";
import type { FormValues } from "./form-values.ts";

/**
 * Paths of the fields that a form can show, and nullable groups. Secrets have their own controls.
 */
export type FormField<F extends Fields> = {
  [N in keyof F & string]: F[N] extends { type: "secret" }
    ? never
    : F[N] extends { type: "group"; fields: infer G extends Fields }
      ? `${N}.${FormField<G>}` | (F[N] extends { nullable: true } ? N : never)
      : N;
}[keyof F & string];

/**
 * Ids of the texts that the pages of a kind need. A missing one does not compile. Optional are the
 * hint of a field (`tag.name.hint`), its own error (`tag.name.wrong`) and the texts of its values.
 */
type KindTextId<
  F extends Fields,
  P extends string,
  S extends string,
  L extends string,
  D extends boolean,
> =
  | `${P}.${"title" | "list" | "add" | "empty" | "empty.text"}`
  | (D extends true ? never : `${P}.${"new" | "create" | "delete" | "delete.text"}`)
  | (string extends S ? never : `${P}.group.${S}`)
  | `${P}.${L}`
  | (F extends { enabled: { type: "flag" } }
      ? "enabled" extends L
        ? never
        : `${P}.${"turnon" | "turnoff" | "turnedon" | "turnedoff"}`
      : never);

type FieldRenderer = (props: ControlProps<Field>) => ReactNode;
/** Controls of the fields that a form shows. Some types of fields have no default. */
export type Controls<F extends Fields, L extends string> = [OwnFields<F> & L] extends [never]
  ? { readonly controls?: Partial<Record<L, FieldRenderer>> }
  : {
      readonly controls: Partial<Record<L, FieldRenderer>> &
        Record<OwnFields<F> & L, FieldRenderer>;
    };
type OwnFields<F extends Fields> = {
  [N in keyof F & string]: F[N] extends { typed: string }
    ? never
    : F[N] extends { type: OwnControl }
      ? N
      : F[N] extends { type: "group"; fields: infer G extends Fields }
        ? `${N}.${OwnFields<G>}`
        : never;
}[keyof F & string];

/** A stored object of a kind, as the service API returns it. */
export interface StoredObject {
  readonly id: number | string;
  readonly name?: string;
  readonly enabled?: boolean;
  readonly created_at?: string;
  readonly managed: boolean;
}

export interface Section<S extends string, L extends string> {
  /** Absent: the section has no title. */
  readonly id?: S;
  /** Tab of the page that has the section, if the page has tabs. */
  readonly tab?: string;
  /** Paths of fields. The fields of an inner list share a row. */
  readonly fields: readonly (L | readonly L[])[];
  /** The controls and the content below are sections themselves. */
  readonly bare?: true;
  readonly className?: string;
  /** Content below the fields. Receives the stored object, null if it is new. */
  readonly below?: (stored: never, form: Form<FormValues>) => ReactNode;
}

/** Converts a custom value between the object and the form. null stays null. */
interface CustomForm {
  readonly toForm: (value: never) => unknown;
  readonly toSent: (value: never) => unknown;
  /** Returns the error of a value of the form, or null. */
  readonly findError: (value: never) => string | null;
}

/** Several fields that one control edits together, as one value of the form. */
export interface JoinedForm {
  readonly fields: readonly string[];
  readonly toForm: (stored: never) => unknown;
  readonly toSent: (value: never) => object;
  readonly findError: (value: never) => string | null;
}

/** How the form of a kind looks. Everything that is absent is derived from the declaration. */
export interface FormScreen {
  readonly kind: { readonly path: string; readonly fields: Fields };
  /** First part of the ids of the texts. */
  readonly prefix: string;
  /** Returns the id of the label of a field. Absent: the prefix and the path of the field. */
  readonly getLabelId?: (name: string) => string;
  /** Returns the hint of a field that depends on the stored object. Absent: the text of its id. */
  readonly getHint?: (name: string, stored: object | undefined) => string | null;
  /** Values of a new object, and of a group that a stored one does not have. */
  readonly initial?: FormValues;
  readonly sections: readonly Section<string, string>[];
  /** Replaces the control of a field. */
  readonly controls?: Readonly<Record<string, FieldRenderer>>;
  /** How the form edits custom values, by path of the field. Absent: as they are stored. */
  readonly custom?: Readonly<Record<string, CustomForm>>;
  /** Whether a field is needed with the other values of the form. Absent: each is. */
  readonly isShown?: (name: string, values: FormValues) => boolean;
  /** Fields with a common control, by the name of their value in the form. */
  readonly joined?: Readonly<Record<string, JoinedForm>>;
  /** The form is in a dialog of the list, so objects have no page. */
  readonly inDialog?: boolean;
  /** Values of the form that are not sent, such as a text while it is not valid. */
  readonly unsent?: FormValues;
  /** Fields of errors that name none, by code. */
  readonly errorFields?: Readonly<Record<string, string>>;
  /** What the components of the screen label, for the search of the settings. */
  readonly labels?: readonly SettingField[];
}

/** How the pages of a kind look. */
export interface KindScreen<T extends StoredObject = StoredObject> extends FormScreen {
  readonly kind: ListKind & { readonly path: ResourceList };
  readonly icon: typeof IconTag;
  /** Path of the pages below `/settings`. Absent: the path of the API. */
  readonly page?: string;
  /** Returns values of the form of a new object that are not the defaults of the fields. */
  readonly newValues?: (me: Operator) => FormValues;
  /** Returns errors by field that no field can declare. */
  readonly findErrors?: (values: FormValues) => Readonly<Record<string, string>>;
  /** Returns why this operator cannot change an object, or null. */
  readonly readOnly?: (stored: T, me: Operator) => string | null;
  /** Fields that the form of a new object does not show. */
  readonly later?: readonly string[];
  /** The only fields that the form of a new object shows, in one section. */
  readonly first?: readonly string[];
  /** Objects have an order (`PUT …/order`). The list has handles that change it. */
  readonly ordered?: true;
  /** Which of the objects at the path are of the kind. Absent: all. */
  readonly isOfKind?: (stored: T) => boolean;
  /** Columns of the list besides the name. Absent: the time of creation. */
  readonly columns?: () => readonly ResourceColumn<T>[];
  /** Field whose label is the header of the first column. Absent: `name`. */
  readonly nameField?: string;
  /** Name in titles and dialogs. Absent: the field `name`. */
  readonly nameOf?: (stored: T) => string;
  /** Small print below the name in the list. */
  readonly below?: (stored: T) => ReactNode;
  /** Text below the title of an object, and of a new one (null). */
  readonly about?: (stored: T | null) => ReactNode;
  /** Buttons in the header of an object. */
  readonly tools?: (stored: T) => ReactNode;
  /** Entries of the menu of an object, besides switch and Delete. */
  readonly entries?: (stored: T, router: ReturnType<typeof useRouter>) => readonly MenuEntry[];
  /** Component around the form. Contains state that controls and the side column share. */
  readonly provider?: (props: { readonly children: ReactNode }) => ReactNode;
  /** Content above the fields of an object. */
  readonly above?: (stored: T) => ReactNode;
  /** Sections below the fields of an object. */
  readonly after?: (stored: T) => ReactNode;
  /** Side column of an object: status, test, latest deliveries. */
  readonly side?: (stored: T, form: Form<FormValues>, switchOn: () => void) => ReactNode;
  /** Side column of a new object, and of one without `side`. */
  readonly preview?: (form: Form<FormValues>) => ReactNode;
  /** A new object is shown on its page, or on this tab of it. Absent: on the list. */
  readonly opensCreated?: true | { readonly tab: string };
  /** The list and the object are loaded again every few seconds, because a status changes. */
  readonly polls?: true;
}

type OwnTypes =
  | "kind"
  | "prefix"
  | "sections"
  | "controls"
  | "nameField"
  | "inDialog"
  | "later"
  | "first";
/** Describes the pages of a kind. The compiler checks the names of fields and texts. */
export const kindScreen =
  <T extends StoredObject>() =>
  <
    F extends Fields,
    const P extends string,
    const S extends string,
    const L extends FormField<F>,
    const D extends boolean = false,
  >(
    screen: Omit<KindScreen<T>, OwnTypes> & {
      readonly inDialog?: D;
      readonly kind: ListKind & { readonly path: ResourceList; readonly fields: F };
      readonly prefix: P;
      /** Absent: all fields, in the order of the declaration. */
      readonly sections?: readonly Section<S, L>[];
      readonly nameField?: NoInfer<L>;
      readonly later?: readonly NoInfer<L>[];
      readonly first?: readonly NoInfer<L>[];
      /** The catalogue with the texts. */
      readonly t: TextFunction<KindTextId<F, P, NoInfer<S>, NoInfer<L>, NoInfer<D>>>;
    } & Controls<F, NoInfer<L>>,
  ): KindScreen<T> =>
    ({
      sections: [{ fields: listFormFields(screen.kind) }],
      ...screen,
    }) as unknown as KindScreen<T>;

const listFormFields = ({ fields }: { readonly fields: Fields }): readonly string[] =>
  Object.entries(flattenFields(fields)).flatMap(([name, { type, only }]) =>
    type === "secret" || only === "file" ? [] : [name],
  );

/** Returns the id of the label of a field, with which the ids of its other texts begin. */
export const getLabelId = (screen: FormScreen, name: string): string =>
  screen.getLabelId?.(name) ?? `${screen.prefix}.${name}`;

export const listSectionFields = ({ fields }: Section<string, string>): readonly string[] =>
  fields.flat();
