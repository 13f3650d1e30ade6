"""Tiles and what they form: shapes, waits, furiten, swap-calling, and riichi."""
