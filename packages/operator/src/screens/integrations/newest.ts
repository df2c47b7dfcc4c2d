import type { Delivery } from "@parlour/protocol";

/** Of several readings of one delivery the one that changed last; of equal ones the first. */
export function newestOf(...readings: readonly [Delivery, ...(Delivery | undefined)[]]): Delivery {
  let newest = readings[0];
  for (const reading of readings) if (reading && reading.updated_at > newest.updated_at) newest = reading;
  return newest;
}
