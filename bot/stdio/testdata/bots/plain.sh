# Talks a plain protocol: "hello" and "again" are answered by "ok", a turn "N P" by a question, which
# is answered by "yes", and then by the action. Its first argument is how many matches it plays; it tells
# on standard error how many it has begun. Its second is a turn that it never answers.
matches=0
while read -r first second; do
    case "$first" in
    hello | again)
        matches=$((matches + 1))
        echo "match $matches" >&2
        [ "$matches" -gt "$1" ] && exit 3
        echo ok
        ;;
    bye) exit ;;
    *)
        [ "$first" = "${2:-}" ] && exec sleep 1000
        echo "talk of turn $first"
        echo "may I?"
        read -r reply
        [ "$reply" = yes ] && echo "$((first * 1000 + second))"
        ;;
    esac
done
