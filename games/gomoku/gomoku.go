// Package gomoku is five in a row on a square board, freestyle, standard and renju.
//
// The rules are in docs/rules/gomoku.md; comments here name its sections. board.go has the stones,
// rule.go which rows win, renju.go what is forbidden to black.
package gomoku
