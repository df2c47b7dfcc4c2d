<?php
/**
 * What operators see of a visitor. It comes with a request of its own, because pages are cached and
 * the same for everybody.
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Sends the data of the visitor of this request: token, contacts, fields and custom data. */
function parlour_chat_visitor() {
	nocache_headers();
	$user    = wp_get_current_user();
	$visitor = array(
		'token'   => null,
		'contact' => null,
		'fields'  => (object) array(),
		'data'    => array(),
	);
	if ( $user->exists() ) {
		$visitor['token']   = parlour_chat_token( $user, parlour_chat_settings()['secret'] );
		$visitor['contact'] = array(
			'name'  => $user->display_name,
			'email' => $user->user_email,
		);
	}
	wp_send_json( apply_filters( 'parlour_chat_visitor', $visitor, $user ) );
}
add_action( 'wp_ajax_parlour_chat_visitor', 'parlour_chat_visitor' );
add_action( 'wp_ajax_nopriv_parlour_chat_visitor', 'parlour_chat_visitor' );

/** Returns the signed identity of a user (JWT with HS256), or null without a secret. */
function parlour_chat_token( $user, $secret ) {
	if ( '' === $secret ) {
		return null;
	}
	$claims = array(
		'sub'   => (string) $user->ID,
		'name'  => $user->display_name,
		'email' => $user->user_email,
		'exp'   => time() + HOUR_IN_SECONDS,
	);
	$body = parlour_chat_base64url( wp_json_encode( array( 'alg' => 'HS256', 'typ' => 'JWT' ) ) )
		. '.' . parlour_chat_base64url( wp_json_encode( $claims ) );
	return $body . '.' . parlour_chat_base64url( hash_hmac( 'sha256', $body, $secret, true ) );
}

function parlour_chat_base64url( $bytes ) {
	return rtrim( strtr( base64_encode( $bytes ), '+/', '-_' ), '=' );
}
