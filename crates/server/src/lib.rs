//! The app behind HTTP and WebSocket: rooms, their durable log, the engines' workers. It knows no game.

pub mod wire;
