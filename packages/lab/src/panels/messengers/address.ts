import type { CustomerAction, Fault, FormField, FormValues, ServicePanel } from "../panel.ts";

/** The panel of a service that calls an address of Parlour. */
export interface AddressedPanel extends ServicePanel {
  /** The address, or null if the service does not know it yet. */
  readonly webhookAddress: () => string | null;
}

export const missingAddress =
  "This service does not know the address of the channel yet. Add the channel in Parlour first.";

/**
 * The form with which a person enters the address of a channel, as they do at the service. Its
 * first field is called `address`.
 */
export function createAddressAction(
  fields: readonly FormField[],
  enter: (address: string, values: FormValues) => Promise<Fault> | Fault,
): CustomerAction {
  return {
    name: "address",
    label: "Enter the address of the channel",
    fields,
    run(values) {
      const address = values.text("address").trim();
      const isValid = URL.canParse(address) && /^https?:/.test(address);
      return isValid ? enter(address, values) : "Enter the address that the channel shows.";
    },
  };
}
