import { useLater } from "./later.ts";
import { phoneFormat, phoneText } from "./phone-text.ts";

/** Shows a phone number in readable groups. Links and copies keep the stored form. */
export function Phone({ number }: { number: string }) {
  useLater(phoneFormat);
  return <bdi dir="ltr">{phoneText(number)}</bdi>;
}
