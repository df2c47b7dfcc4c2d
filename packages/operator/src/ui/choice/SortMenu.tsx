import { IconArrowsSort } from "@tabler/icons-react";
import { Icon } from "../Icon.tsx";
import { Menu } from "../dialog/menu.tsx";

interface SortMenuProps<Order extends string> {
  title: string;
  /** The names of the orders. */
  orders: Readonly<Record<Order, string>>;
  value: Order;
  onChange: (order: Order) => void;
}

/** Menu with the orders of a list. Its button shows the chosen one. */
export function SortMenu<Order extends string>({
  title,
  orders,
  value,
  onChange,
}: SortMenuProps<Order>) {
  const ids = Object.keys(orders) as Order[];
  return (
    <Menu
      label={orders[value]}
      title={title}
      className="btn quiet"
      groups={[{ entries: ids.map((id) => ({ id, label: orders[id], chosen: id === value })) }]}
      onAction={(id) => onChange(id as Order)}
    >
      <Icon of={IconArrowsSort} small />
      {orders[value]}
    </Menu>
  );
}
