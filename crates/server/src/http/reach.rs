//! Address under which other devices of the network reach this server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use axum::http::{HeaderMap, header};

use crate::config::Config;

/// Origin for links that other devices follow, if the caller uses one that only this computer understands (`localhost`) and
/// the server listens for others too.
pub fn origin_for_others(config: &Config, headers: &HeaderMap) -> Option<String> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (name, Some(port)),
        _ => (host, None),
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    let is_local = name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    if !is_local || config.https || !config.hosts.is_empty() {
        return None;
    }
    let address = match config.address.ip() {
        own if own.is_loopback() => return None,
        own if own.is_unspecified() => address_in_network()?,
        own => own,
    };
    let address = match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    };
    Some(port.map_or_else(|| format!("http://{address}"), |port| format!("http://{address}:{port}")))
}

/// Address of the network interface that leads out of this computer. Nothing is sent.
fn address_in_network() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address for documentation (RFC 5737): connecting a datagram socket only looks up the route.
    socket.connect(SocketAddr::from(([192, 0, 2, 1], 9))).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(listening: &str, host: &str) -> Option<String> {
        let config = Config::new(listening.parse().expect("an address"), "kydai.sqlite".into());
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().expect("a header"));
        origin_for_others(&config, &headers)
    }

    #[test]
    fn links_made_on_the_servers_computer_lead_there_from_other_devices() {
        let found = Some("http://192.168.1.7:8410".to_owned());
        for local in ["localhost:8410", "127.0.0.1:8410", "[::1]:8410"] {
            assert_eq!(origin("192.168.1.7:8410", local), found, "{local}");
            assert_eq!(origin("127.0.0.1:8410", local), None, "nobody else reaches this server");
            if let Some(own) = origin("0.0.0.0:8410", local) {
                assert!(own.ends_with(":8410") && !own.contains("127.0.0.1"), "{own}");
            }
        }
        assert_eq!(origin("192.168.1.7:8410", "192.168.1.7:8410"), None, "this one is right already");
        assert_eq!(origin("0.0.0.0:8410", "kydai.example"), None);
    }
}
