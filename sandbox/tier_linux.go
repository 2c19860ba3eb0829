package sandbox

import (
	"errors"
	"fmt"
	"os"
	"sync"
)

// tiers is what holds on this machine, found out once.
type tiers struct {
	best         Tier  // "" for none
	lacking      error // why there is none: a *MissingError
	noNamespaces string
}

var probeTiers = sync.OnceValue(func() tiers { return tryTiers(tryTier) })

// ChildTier returns the best tier that holds on this machine. It finds out by starting children
// that confine themselves and run nothing, once in the life of this process; that takes some
// thirty milliseconds. Where no tier holds, a *MissingError says what to do.
func ChildTier() (Tier, error) {
	t := probeTiers()
	return t.best, t.lacking
}

// whyNoNamespaces says what spoke against the full tier.
func whyNoNamespaces() string { return probeTiers().noNamespaces }

func tryTier(tier Tier) error {
	c, err := startChild(tier, ChildConfig{})
	if err != nil {
		return err
	}
	_, err = c.Kill()
	return err
}

func tryTiers(try func(Tier) error) tiers {
	var t tiers
	for _, tier := range []Tier{TierFull, TierNoNamespace} {
		err := try(tier)
		if err == nil {
			t.best, t.lacking = tier, nil
			return t
		}
		if tier == TierFull {
			t.noNamespaces = refusal(err)
		}
		if lacking := (*MissingError)(nil); errors.As(err, &lacking) {
			t.lacking = lacking
		} else {
			t.lacking = &MissingError{Gap{Namespaces, err.Error()}}
		}
	}
	return t
}

// refusal says why the full tier does not hold. A process that is to have namespaces of its own and
// may not is not even started.
func refusal(err error) string {
	if start := (*os.PathError)(nil); errors.As(err, &start) && start.Op == "fork/exec" {
		return fmt.Sprintf("this kernel or container makes none for this user: %v", start.Err)
	}
	return err.Error()
}
