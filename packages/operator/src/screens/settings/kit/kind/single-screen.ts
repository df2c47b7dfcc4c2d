import type { ReactNode } from "react";
import type { Fields } from "@parlour/protocol/settings/field";
import type { SingleKind } from "@parlour/protocol/settings/kind";
import type { TextFunction } from "../../../../text/index.ts";
import type { Form } from "../../../../ui/form/use-form.ts";
import type { FormValues } from "./form-values.ts";
import type { Controls, FormField, FormScreen, JoinedForm, Section } from "./kind-screen.ts";

/** Settings that exist once, as the service API returns them. */
export interface StoredSingle {
  /**
   * Whether the provisioning file sets them, or the names of the fields that it sets. Absent: it
   * sets none.
   */
  readonly managed?: boolean | readonly string[];
}

/** How the page of settings that exist once looks. */
export interface SingleScreen<T extends object = object> extends FormScreen {
  readonly kind: SingleKind & { readonly path: string };
  /** Returns errors of several fields together. Receives the values as they are sent. */
  readonly check?: (values: T) => Readonly<Record<string, string>>;
  /** Returns the fields that the provisioning file sets. Absent: `managed` says it. */
  readonly managedFields?: (stored: T) => readonly string[];
  /** Returns why the operator cannot change the settings, if it is not their role. */
  readonly forbidden?: () => string;
  readonly above?: (stored: T) => ReactNode;
  /** Sections below the fields. */
  readonly after?: (stored: T) => ReactNode;
  /** Side column. Receives the values of the form as they are sent. */
  readonly side?: (values: T, form: Form<FormValues>, stored: T) => ReactNode;
  readonly onSaved?: () => void;
}

type Joined<F extends Fields> = Omit<JoinedForm, "fields"> & {
  readonly fields: readonly FormField<F>[];
};

/** Describes the page of settings. The compiler checks the names of fields and texts. */
export const singleScreen =
  <T extends object>() =>
  <
    F extends Fields,
    const P extends string,
    const S extends string,
    const L extends FormField<F> | J,
    const J extends string = never,
  >(
    screen: Omit<SingleScreen<T>, "kind" | "prefix" | "sections" | "controls" | "joined"> & {
      readonly kind: SingleKind & { readonly path: string; readonly fields: F };
      readonly prefix: P;
      readonly sections: readonly Section<S, L>[];
      readonly joined?: Readonly<Record<J, Joined<F>>>;
      /** The catalogue with the texts. */
      readonly t: TextFunction<
        | `${P}.${"title" | "about"}`
        | (string extends NoInfer<S> ? never : `${P}.group.${NoInfer<S>}`)
        | `${P}.${NoInfer<L>}`
      >;
    } & Controls<F, NoInfer<L>>,
  ): SingleScreen<T> =>
    screen as unknown as SingleScreen<T>;
