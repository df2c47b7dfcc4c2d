<?php
/**
 * Adds cart and orders of a WooCommerce shop to what operators see.
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Orders that operators see, newest first. */
const PARLOUR_CHAT_ORDERS = 3;

function parlour_chat_woocommerce( $visitor, $user ) {
	if ( ! function_exists( 'WC' ) ) {
		return $visitor;
	}
	$cart = WC()->cart;
	if ( $cart && ! $cart->is_empty() ) {
		$lines = array();
		foreach ( $cart->get_cart() as $line ) {
			$lines[] = $line['quantity'] . ' × ' . $line['data']->get_name();
		}
		$visitor['data'][] = array(
			'title'   => __( 'Cart', 'parlour-chat' ),
			'content' => implode( ', ', $lines ) . ': ' . parlour_chat_price( $cart->get_total( 'edit' ), get_woocommerce_currency() ),
		);
	}
	if ( ! $user->exists() ) {
		return $visitor;
	}
	$orders = wc_get_orders(
		array(
			'customer_id' => $user->ID,
			'limit'       => PARLOUR_CHAT_ORDERS,
			'orderby'     => 'date',
			'order'       => 'DESC',
		)
	);
	foreach ( $orders as $order ) {
		$created           = $order->get_date_created();
		$visitor['data'][] = array(
			/* translators: %s: number of the order */
			'title'   => sprintf( __( 'Order %s', 'parlour-chat' ), $order->get_order_number() ),
			'content' => wc_get_order_status_name( $order->get_status() ) . ', '
				. parlour_chat_price( $order->get_total(), $order->get_currency() )
				. ( $created ? ', ' . $created->date_i18n( get_option( 'date_format' ) ) : '' ),
			'link'    => $order->get_edit_order_url(),
		);
	}
	$visitor['fields'] = array(
		'orders'      => (int) wc_get_customer_order_count( $user->ID ),
		'total_spent' => (float) wc_get_customer_total_spent( $user->ID ),
	);
	$phone = get_user_meta( $user->ID, 'billing_phone', true );
	if ( $phone ) {
		$visitor['contact']['phone'] = $phone;
	}
	return $visitor;
}
add_filter( 'parlour_chat_visitor', 'parlour_chat_woocommerce', 10, 2 );

/** Returns a price without markup, such as "58.00 EUR". */
function parlour_chat_price( $amount, $currency ) {
	return number_format_i18n( (float) $amount, wc_get_price_decimals() ) . ' ' . $currency;
}
