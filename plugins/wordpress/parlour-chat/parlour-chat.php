<?php
/**
 * Plugin Name: Parlour Chat
 * Description: Puts the chat window of your Parlour installation on your site. Operators see who is signed in, and in a WooCommerce shop also cart and orders.
 * Version: 0.1.0
 * Requires at least: 5.8
 * Requires PHP: 7.4
 * License: Apache-2.0
 * Text Domain: parlour-chat
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

require_once __DIR__ . '/settings.php';
require_once __DIR__ . '/visitor.php';
require_once __DIR__ . '/woocommerce.php';

/**
 * Prints the address of the widget as data, and the script that loads it. Optimisers may move, join
 * and delay the script: it finds the data by its id.
 */
function parlour_chat_print() {
	$settings = parlour_chat_settings();
	if ( '' === $settings['script'] || is_customize_preview() ) {
		return;
	}
	$data = array(
		'script'  => $settings['script'],
		'visitor' => admin_url( 'admin-ajax.php?action=parlour_chat_visitor' ),
		'consent' => function_exists( 'wp_has_consent' ) ? 'functional' : null,
	);
	wp_print_inline_script_tag(
		wp_json_encode( $data, JSON_HEX_TAG | JSON_HEX_AMP ),
		array(
			'type' => 'application/json',
			'id'   => 'parlour-chat',
		)
	);
}
add_action( 'wp_footer', 'parlour_chat_print', 5 );

function parlour_chat_enqueue() {
	if ( '' !== parlour_chat_settings()['script'] ) {
		wp_enqueue_script( 'parlour-chat', plugins_url( 'load.js', __FILE__ ), array(), '0.1.0', true );
	}
}
add_action( 'wp_enqueue_scripts', 'parlour_chat_enqueue' );

// The script asks the WP Consent API before it loads the widget.
add_filter( 'wp_consent_api_registered_' . plugin_basename( __FILE__ ), '__return_true' );
