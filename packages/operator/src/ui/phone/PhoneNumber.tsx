import { useLazyValue } from "../loading/lazy-value.ts";
import { lazyFormatPhone, formatPhoneForReading } from "./phone-number.ts";

/** Shows a phone number in readable groups. Links and copies contain the stored number. */
export function PhoneNumber({ number }: { number: string }) {
  useLazyValue(lazyFormatPhone);
  return <bdi dir="ltr">{formatPhoneForReading(number)}</bdi>;
}
