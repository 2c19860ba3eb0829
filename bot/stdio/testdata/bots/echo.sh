while read -r line; do
    case "$line" in
    *'"type":"start"'*) echo '{"type":"ready"}' ;;
    *'"type":"turn"'*)
        rest=${line#*'"observation":{"turn":'}
        turn=${rest%%,*}
        rest=${rest#*'"payload":'}
        echo "{\"action\":$((turn * 1000 + ${rest%%\}*}))}"
        ;;
    *) exit ;;
    esac
done
